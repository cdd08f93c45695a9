import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TableName, type Timeframe, timeframes } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';
import { formats } from '../sources/source-file.js';

/** Where freqtrade keeps futures, below its data directory. */
const FUTURES = 'futures';
const CANDLES = /^(?<pair>[\w-]+)-(?<timeframe>\d+[a-z]{1,2})-?(?<type>[a-z_]*)\.[a-z.]+$/i;
const TRADES = /^[\w-]+-trades\.[a-z.]+$/i;
/** Characters that freqtrade replaces in the names of pairs. */
const REPLACED = /[/ .@$+:]/g;
const FUNDING_TIMEFRAME = '1h';

/** A file of a data directory. */
export interface DataFile {
  readonly path: string;
  /** Path below the folder. */
  readonly name: string;
  /** The table its rows belong to, or the reason why they belong to none. */
  readonly goal: { readonly symbol: string; readonly table: TableName } | { readonly skipped: string };
}

/**
 * Returns the files of a freqtrade data directory, or of the `futures` folder in it, by name; each with the table it belongs to. `symbols`:
 * the canonical symbols of the venue's markets. Throws `CommandRefused` where there are none.
 */
export async function readDataDirectory(folder: string, symbols: readonly string[]): Promise<DataFile[]> {
  const symbolOf = new Map(symbols.map((symbol) => [fileNameOf(symbol), symbol]));
  const futures = join(folder, FUTURES);
  const isRoot = await stat(futures).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isRoot
    ? [...(await dataFiles(folder)), ...(await dataFiles(futures)).map((name) => join(FUTURES, name))]
    : await dataFiles(folder);
  if (names.length === 0) throw new CommandRefused(`${folder} holds no feather, JSON or Parquet files`);
  return names.map((name) => ({ path: join(folder, name), name, goal: goalOf(basename(name), symbolOf) }));
}

async function dataFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new CommandRefused(`${folder} is not a readable folder`, { cause });
  });
  const isData = (name: string) => [formats.feather, formats.json, formats.parquet].some((format) => format.test(name));
  return entries
    .filter((entry) => entry.isFile() && isData(entry.name))
    .map(({ name }) => name)
    .sort();
}

function goalOf(name: string, symbolOf: ReadonlyMap<string, string>): DataFile['goal'] {
  if (TRADES.test(name)) return { skipped: 'trades are not stored' };
  const { pair, timeframe, type } = CANDLES.exec(name)?.groups ?? {};
  if (pair === undefined || type === undefined) return { skipped: 'its name is not one that freqtrade gives' };
  if (type !== 'futures' && type !== 'funding_rate') return { skipped: `${type || 'spot'} candles are not stored` };
  const symbol = symbolOf.get(pair.toUpperCase());
  if (symbol === undefined) return { skipped: `no market ${pairOf(pair)}` };
  if (type === 'funding_rate')
    return timeframe === FUNDING_TIMEFRAME
      ? { symbol, table: 'funding_1h' }
      : { skipped: 'funding is stored by the hour' };
  const stored = timeframes.find((each) => each === timeframe);
  return stored === undefined ? { skipped: `${timeframe} is no timeframe that is stored` } : goal(symbol, stored);
}

function goal(symbol: string, timeframe: Timeframe) {
  return { symbol, table: `candles_${timeframe}` } as const;
}

function fileNameOf(symbol: string): string {
  return symbol.replaceAll(REPLACED, '_').toUpperCase();
}

function pairOf(name: string): string {
  return name.replace('_', '/').replace('_', ':');
}
