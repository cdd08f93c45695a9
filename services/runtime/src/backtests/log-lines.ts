import type { LogLine } from '../frameworks/framework.js';

const NS_PER_SECOND = 1_000_000_000n;

/** A line as callers see it: `<RFC3339Nano UTC timestamp> <message>`, always with nine fractional digits. */
export function formatLogLine({ stampNs, message }: LogLine): string {
  const second = new Date(Number(stampNs / NS_PER_SECOND) * 1_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${second}.${(stampNs % NS_PER_SECOND).toString().padStart(9, '0')}Z ${message}`;
}

const LINES_MAX = 10_000;
const BYTES_MAX = 1_048_576;

/** Collects what a run prints, up to 10,000 lines of a mebibyte together; the last line says when more was dropped. */
export class LogBuffer {
  #pending: string[] = [];
  #lines = 0;
  #bytes = 0;
  #full = false;

  /** Takes a line, or drops it when the bound is reached. */
  add(line: LogLine): void {
    if (this.#full) return;
    const text = formatLogLine(line);
    this.#lines += 1;
    this.#bytes += Buffer.byteLength(text);
    this.#full = this.#lines >= LINES_MAX || this.#bytes > BYTES_MAX;
    this.#pending.push(this.#full ? formatLogLine({ ...line, message: 'Further output was dropped.' }) : text);
  }

  /** The lines since the last call. */
  drain(): string[] {
    const lines = this.#pending;
    this.#pending = [];
    return lines;
  }
}
