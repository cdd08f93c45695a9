import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { LogSource } from '../../framework.js';
import { formatBytes } from './bytes.js';

/** How much a run may log, and how much of it is kept. */
export interface LogLimits {
  /** More in all is abuse. */
  readonly bytes: number;
  /** Lines and bytes kept at most, one stamp per line included: of more, the first and the last. */
  readonly keptLines: number;
  readonly keptBytes: number;
  /** Longer lines are cut. */
  readonly lineCharacters: number;
}

/** The receivers of a log. */
export interface LogListener {
  /** A line, when it came, UTC milliseconds, and whose it is. */
  readonly onLine: (line: string, atMs: number, source: LogSource) => void;
  /** Called at most once, when the log has ended, with how many of its lines were not kept. */
  readonly onDropped: (lines: number) => void;
  /** Called once, with what came by then, when the log is above its limit; reading ends there. */
  readonly onFlood: (bytes: number) => void;
}

/** What a stamp adds to a line where it is kept. */
const STAMP_BYTES = 32;

const CHARACTER_BYTES_MAX = 4;

/** The share of what is kept that the first lines take. */
const HEAD_SHARE = 0.75;

interface Line {
  readonly text: string;
  readonly atMs: number;
}

/**
 * Passes on the first lines of a log as they come. Of a log above the limit, the last lines follow when the log has
 * ended, after one that states how many were dropped between. Resolves when the log has ended.
 */
export async function readLogLines(
  log: Readable,
  limits: LogLimits,
  listener: LogListener,
  nowMs: () => number,
): Promise<void> {
  const head = new Head(limits, listener.onLine);
  const tail = new Tail(limits);
  let bytes = 0;
  for await (const chunk of log as AsyncIterable<Buffer>) {
    if (bytes > limits.bytes) continue;
    bytes += chunk.length;
    const atMs = nowMs();
    const rest = head.take(chunk, atMs);
    if (rest.length > 0) tail.take(rest, atMs);
    if (bytes > limits.bytes) listener.onFlood(bytes);
  }
  head.end(nowMs());
  tail.end(listener);
}

/** The first lines, up to their share of what is kept. */
class Head {
  readonly #splitter: Splitter;
  readonly #onLine: LogListener['onLine'];
  #lines: number;
  #bytes: number;
  #full = false;

  constructor(limits: LogLimits, onLine: LogListener['onLine']) {
    this.#splitter = new Splitter(limits.lineCharacters);
    this.#onLine = onLine;
    this.#lines = Math.floor(limits.keptLines * HEAD_SHARE);
    // The last line may be one of the longest.
    this.#bytes = Math.floor(limits.keptBytes * HEAD_SHARE) - limits.lineCharacters * CHARACTER_BYTES_MAX;
  }

  /** Passes on what fits, whole chunks at a time, and returns the rest. */
  take(chunk: Buffer, atMs: number): Buffer {
    if (this.#full) return chunk;
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      for (const text of this.#splitter.split(chunk.subarray(start, end + 1))) this.#hand(text, atMs);
      start = end + 1;
      if (this.#full) return chunk.subarray(start);
    }
    this.#splitter.split(chunk.subarray(start));
    return chunk.subarray(chunk.length);
  }

  /** Passes on a last line that has no end. */
  end(atMs: number): void {
    const text = this.#full ? '' : this.#splitter.rest();
    if (text !== '') this.#hand(text, atMs);
  }

  #hand(text: string, atMs: number): void {
    this.#lines -= 1;
    this.#bytes -= Buffer.byteLength(text) + STAMP_BYTES;
    this.#full = this.#lines <= 0 || this.#bytes <= 0;
    this.#onLine(text, atMs, 'run');
  }
}

/** The last lines: bytes are kept as they come, and split into lines when all have come. */
class Tail {
  readonly #limits: LogLimits;
  readonly #keptBytes: number;
  #chunks: { readonly bytes: Buffer; readonly atMs: number }[] = [];
  /** The place of the first chunk that is kept; those before it are removed some at a time. */
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  #cutLine = false;

  constructor(limits: LogLimits) {
    this.#limits = limits;
    this.#keptBytes = Math.floor(limits.keptBytes * (1 - HEAD_SHARE));
  }

  take(bytes: Buffer, atMs: number): void {
    // A copy: a part of a chunk would hold all of it.
    this.#chunks.push({ bytes: Buffer.from(bytes), atMs });
    this.#bytes += bytes.length;
    for (let first = this.#chunks[this.#first]; first !== undefined; first = this.#chunks[this.#first]) {
      if (this.#bytes - first.bytes.length < this.#keptBytes) break;
      this.#first += 1;
      this.#bytes -= first.bytes.length;
      this.#dropped += countLines(first.bytes);
      this.#cutLine = first.bytes.at(-1) !== NEWLINE;
    }
    // A removal moves all that is left: a line of two bytes may be a chunk of its own, and a flood has millions.
    if (this.#first * 2 > this.#chunks.length) {
      this.#chunks = this.#chunks.slice(this.#first);
      this.#first = 0;
    }
  }

  end({ onLine, onDropped }: Pick<LogListener, 'onLine' | 'onDropped'>): void {
    const lines = this.#lines();
    const kept = this.#lastOf(lines);
    const dropped = this.#dropped + lines.length - kept.length;
    const first = kept[0] ?? lines.at(-1);
    if (dropped > 0) {
      const most = `${this.#limits.keptLines} lines of ${formatBytes(this.#limits.keptBytes)} at most`;
      onLine(
        `(${dropped} lines were dropped here: the first and the last are kept, ${most})`,
        first?.atMs ?? 0,
        'platform',
      );
      onDropped(dropped);
    }
    for (const { text, atMs } of kept) onLine(text, atMs, 'run');
  }

  /** All that is there, without the end of a line whose beginning isn't. */
  #lines(): Line[] {
    const splitter = new Splitter(this.#limits.lineCharacters);
    const chunks = this.#chunks.slice(this.#first);
    const lines = chunks.flatMap(({ bytes, atMs }) => splitter.split(bytes).map((text) => ({ text, atMs })));
    const text = splitter.rest();
    if (text !== '') lines.push({ text, atMs: chunks.at(-1)?.atMs ?? 0 });
    if (this.#cutLine && lines.shift() !== undefined) this.#dropped += 1;
    return lines;
  }

  #lastOf(lines: readonly Line[]): readonly Line[] {
    // One line goes to what says how many were dropped.
    let left = Math.ceil(this.#limits.keptLines * (1 - HEAD_SHARE)) - 1;
    let bytes = this.#keptBytes;
    let index = lines.length;
    for (; index > 0 && left > 0; index -= 1, left -= 1) {
      bytes -= Buffer.byteLength(lines[index - 1]?.text ?? '') + STAMP_BYTES;
      if (bytes < 0) break;
    }
    return lines.slice(index);
  }
}

const NEWLINE = 0x0a;

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Puts lines and letters together however they are cut, and holds no more of a line than is kept. */
class Splitter {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lineCharacters: number;
  #rest = '';

  constructor(lineCharacters: number) {
    this.#lineCharacters = lineCharacters;
  }

  /** Returns the lines that end in these bytes. */
  split(bytes: Buffer): string[] {
    const pieces = (this.#rest + this.#decoder.write(bytes)).split('\n');
    this.#rest = (pieces.pop() ?? '').slice(0, this.#lineCharacters + 1);
    return pieces.map((piece) => this.#cut(piece));
  }

  /** Returns what came after the last line's end. */
  rest(): string {
    return this.#cut(this.#rest + this.#decoder.end());
  }

  #cut(line: string): string {
    return line.length <= this.#lineCharacters ? line : `${line.slice(0, this.#lineCharacters)} … (cut)`;
  }
}
