import type { LogLine } from '../frameworks/framework.js';

const NS_PER_SECOND = 1_000_000_000n;

/** A line as callers see it: `<RFC3339Nano UTC timestamp> <message>`, always with nine fractional digits. */
export function formatLogLine({ stampNs, message }: LogLine): string {
  const second = new Date(Number(stampNs / NS_PER_SECOND) * 1_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${second}.${(stampNs % NS_PER_SECOND).toString().padStart(9, '0')}Z ${message}`;
}

/** Holds what a run prints until it is kept; how much that is, the framework bounds. */
export class LogBuffer {
  #pending: string[] = [];

  /** Takes a line. */
  add(line: LogLine): void {
    this.#pending.push(formatLogLine(line));
  }

  /** The lines since the last call. */
  drain(): string[] {
    const lines = this.#pending;
    this.#pending = [];
    return lines;
  }
}
