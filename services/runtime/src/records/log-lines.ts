import type { LogLine } from '../frameworks/framework.js';

const NS_PER_SECOND = 1_000_000_000n;

/** A line as callers see it: `<RFC3339Nano UTC timestamp> <message>`, always with nine fractional digits. */
export function formatLogLine({ stampNs, message }: Pick<LogLine, 'stampNs' | 'message'>): string {
  const second = new Date(Number(stampNs / NS_PER_SECOND) * 1_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${second}.${(stampNs % NS_PER_SECOND).toString().padStart(9, '0')}Z ${message}`;
}

/** Lines of a log as callers see them, oldest first. */
export interface LogLines {
  readonly lines: readonly string[];
  /** The places in `lines` of those that the platform wrote, from 0, ascending: what a run prints is never among them. */
  readonly platformLines: readonly number[];
}

/** Holds what a run prints until it is stored; the framework bounds its size. */
export class LogBuffer {
  #pending: LogLine[] = [];

  /** Takes a line. */
  add(line: LogLine): void {
    this.#pending.push(line);
  }

  /** Returns the lines since the last call. */
  drain(): LogLines {
    const pending = this.#pending;
    this.#pending = [];
    return {
      lines: pending.map(formatLogLine),
      platformLines: pending.flatMap(({ source }, index) => (source === 'platform' ? [index] : [])),
    };
  }
}
