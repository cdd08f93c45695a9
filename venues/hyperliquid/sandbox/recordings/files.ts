import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { unusable } from '../../../simulation/index.js';
import { INTERVALS, type Interval } from '../interval.js';
import { PERPETUALS } from '../perpetuals.js';

const FORMAT = '.parquet';
const FILE_NAME = /^(?<coin>\w+)-(?<interval>\w+)\.parquet$/;
const FUNDING_INTERVAL = '1h';

/** A file of one coin's candles or hourly funding rates. */
export interface RecordingFile {
  readonly path: string;
  readonly coin: string;
  readonly interval: Interval;
}

/** The files of a folder of recordings. */
export interface RecordingFiles {
  /** At least one. */
  readonly candles: readonly RecordingFile[];
  /** At least one. */
  readonly funding: readonly RecordingFile[];
}

/**
 * Finds `<directory>/hyperliquid/candles/<COIN>-<interval>.parquet` and `…/funding/<COIN>-1h.parquet`. Throws `ConfigurationError` where a
 * folder is missing or empty, or a name has another form.
 */
export async function findRecordings(directory: string): Promise<RecordingFiles> {
  const root = join(directory, 'hyperliquid');
  const candles = await filesOf(join(root, 'candles'));
  const funding = await filesOf(join(root, 'funding'));
  const malformed = funding.find(({ interval }) => interval !== FUNDING_INTERVAL);
  if (malformed !== undefined)
    throw unusable(malformed.path, `is of ${malformed.interval}: funding is recorded by the hour, ${FUNDING_INTERVAL}`);
  return { candles, funding };
}

async function filesOf(folder: string): Promise<RecordingFile[]> {
  const names = await readdir(folder).catch(() => {
    throw unusable(folder, 'is missing, or is no folder that can be read');
  });
  const files = names.filter((name) => extname(name) === FORMAT).sort();
  if (files.length === 0) throw unusable(folder, `holds no ${FORMAT} files`);
  return files.map((name) => toFile(join(folder, name), name));
}

function toFile(path: string, name: string): RecordingFile {
  const { coin, interval: text } = FILE_NAME.exec(name)?.groups ?? {};
  if (coin === undefined) throw unusable(path, 'is not named <COIN>-<interval>.parquet');
  const interval = INTERVALS.find((known) => known === text);
  if (interval === undefined) throw unusable(path, `has no candle interval in its name: ${text} is none`);
  if (!PERPETUALS.some((perpetual) => perpetual.coin === coin))
    throw unusable(path, `is of ${coin}, which the sandbox venue does not list`);
  return { path, coin, interval };
}
