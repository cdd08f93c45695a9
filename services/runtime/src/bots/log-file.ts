import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The log of a deployment: files in a folder of its own, each named by the stamp of its first line. */

const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Of one deployment; the oldest files go first. */
const FOLDER_BYTES_MAX = 64 * 1024 * 1024;
const RETENTION_NS = 7n * 86_400n * 1_000_000_000n;
const STAMP_DIGITS = 20;
const NAME = /^(\d{20})\.log$/;

/** A line of a deployment's log; `stampNs` is nanoseconds since the epoch. */
export interface BotLogLine {
  readonly stampNs: bigint;
  readonly message: string;
}

/** Appends lines, and removes what is older or more than is kept. */
export class BotLogWriter {
  #file: string | undefined;
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** Appends lines in the order of their stamps. */
  append(lines: readonly BotLogLine[]): Promise<void> {
    const written = this.#writing.then(() => this.#append(lines));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #append(lines: readonly BotLogLine[]): Promise<void> {
    const [first] = lines;
    if (first === undefined) return;
    if (this.#file === undefined || this.#bytes >= FILE_BYTES_MAX) await this.#next(first.stampNs);
    const text = lines.map(({ stampNs, message }) => `${stampNs} ${message}\n`).join('');
    await appendFile(join(this.folder, this.#file ?? ''), text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
  }

  async #next(stampNs: bigint): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    this.#file = `${String(stampNs).padStart(STAMP_DIGITS, '0')}.log`;
    this.#bytes = 0;
    await this.#removeOld(stampNs);
  }

  /** A file goes once all of it is too old: once the one after it begins before what is kept. */
  async #removeOld(nowNs: bigint): Promise<void> {
    const files = await filesOf(this.folder);
    let bytes = 0;
    for (const [index, { name, startNs }] of files.toReversed().entries()) {
      bytes += (await stat(join(this.folder, name))).size;
      const nextStartNs = files[files.length - index]?.startNs ?? nowNs;
      const isOld = nextStartNs < nowNs - RETENTION_NS || startNs > nowNs;
      if (isOld || bytes > FOLDER_BYTES_MAX) await rm(join(this.folder, name), { force: true });
    }
  }
}

/** Returns the newest lines from an instant on, ascending. */
export async function readBotLog(
  folder: string,
  { sinceNs, limit }: { sinceNs: bigint; limit: number },
): Promise<BotLogLine[]> {
  const found: BotLogLine[] = [];
  for (const { name } of (await filesOf(folder)).toReversed()) {
    // Removed since it was listed: it was too old.
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap((line) => toLine(line) ?? []);
    found.unshift(...lines.filter(({ stampNs }) => stampNs >= sinceNs));
    const oldest = lines[0];
    if (found.length >= limit || (oldest !== undefined && oldest.stampNs < sinceNs)) break;
  }
  return found.slice(-limit);
}

async function filesOf(folder: string): Promise<{ name: string; startNs: bigint }[]> {
  const names = await readdir(folder).catch(() => []);
  return names.toSorted().flatMap((name) => {
    const stamp = NAME.exec(name)?.[1];
    return stamp === undefined ? [] : [{ name, startNs: BigInt(stamp) }];
  });
}

/** Undefined for a line that was written in part only. */
function toLine(text: string): BotLogLine | undefined {
  const [, stamp, message] = /^(\d+) (.*)$/s.exec(text) ?? [];
  return stamp === undefined || message === undefined ? undefined : { stampNs: BigInt(stamp), message };
}
