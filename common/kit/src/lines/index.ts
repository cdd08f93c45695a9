import type { Readable } from 'node:stream';

/** The limits of what is read from another process. */
export interface LineLimits {
  /** Bytes of one line: what is held, and parsed, at once. */
  readonly lineBytes: number;
  /** Bytes of all lines together; `Infinity` where a conversation has no end. */
  readonly totalBytes: number;
}

/** More than the reader takes. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';

  constructor(
    /** Whether one line was too long, or all of them together. */
    readonly of: 'line' | 'total',
    readonly bytesMax: number,
  ) {
    super(of === 'line' ? `a line has more than ${bytesMax} bytes` : `there are more than ${bytesMax} bytes`);
  }
}

/**
 * The lines of a stream as text, each read when the one before it has been dealt with. An unfinished line at the end is none. Throws
 * `TooManyBytes` beyond the limits, before anything of what is beyond them is given out.
 */
export async function* readLines(input: Readable, limits: LineLimits): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let lineBytes = 0;
  let totalBytes = 0;
  const take = (part: Buffer) => {
    parts.push(part);
    lineBytes += part.length;
    if (lineBytes > limits.lineBytes) throw new TooManyBytes('line', limits.lineBytes);
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    totalBytes += chunk.length;
    if (totalBytes > limits.totalBytes) throw new TooManyBytes('total', limits.totalBytes);
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      take(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      lineBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
}
