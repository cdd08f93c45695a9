import type { Clock } from '@platform/kit/clock';
import { type BotLogLine, BotLogWriter } from '../log-file.js';

/** Longer lines are cut. */
const LINE_CHARACTERS_MAX = 8_000;
/** So many lines may come at once, and so many each second for ever; what is more is counted and dropped. */
const BURST_LINES = 5_000;
const LINES_PER_SECOND = 50;
const WRITE_INTERVAL_MS = 200;
const NS_PER_MS = 1_000_000n;

/** Keeps what a bot logs, whatever it logs: its lines with rising stamps, and how many were dropped where they were too many. */
export class LogKeeper {
  readonly #writer: BotLogWriter;
  readonly #clock: Clock;
  readonly #show: (line: string) => string;
  readonly #timer: NodeJS.Timeout;
  #lines: BotLogLine[] = [];
  #lastNs = 0n;
  #allowance = BURST_LINES;
  #allowedAtMs: number;
  #dropped = 0;

  /** `show` makes of a line what may be shown. */
  constructor(folder: string, clock: Clock, show: (line: string) => string) {
    this.#writer = new BotLogWriter(folder);
    this.#clock = clock;
    this.#show = show;
    this.#allowedAtMs = clock.nowMs();
    this.#timer = setInterval(() => void this.#write(), WRITE_INTERVAL_MS);
  }

  /** Adds a line of the platform's own. */
  add(line: string): void {
    this.#lines.push({ stampNs: this.#stamp(), message: line });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** Takes a line of the bot's. */
  take(line: string): void {
    const nowMs = this.#clock.nowMs();
    const refill = ((nowMs - this.#allowedAtMs) / 1_000) * LINES_PER_SECOND;
    this.#allowance = Math.min(BURST_LINES, this.#allowance + Math.max(0, refill));
    this.#allowedAtMs = nowMs;
    if (this.#allowance < 1) {
      this.#dropped += 1;
      return;
    }
    this.#allowance -= 1;
    if (this.#dropped > 0) {
      this.add(`(${this.#dropped} lines were dropped here: at most ${LINES_PER_SECOND} a second are kept)`);
      this.#dropped = 0;
    }
    // Cut afterwards: a part of a secret would not look like one.
    const shown = this.#show(line);
    this.add(shown.length <= LINE_CHARACTERS_MAX ? shown : `${shown.slice(0, LINE_CHARACTERS_MAX)} … (cut)`);
  }

  #stamp(): bigint {
    const nowNs = BigInt(this.#clock.nowMs()) * NS_PER_MS;
    this.#lastNs = nowNs > this.#lastNs ? nowNs : this.#lastNs + 1n;
    return this.#lastNs;
  }

  async #write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    await this.#writer.append(lines);
  }
}
