// Why: docs/decisions/runtime/backtest-records.md

import { type BacktestTrade, OutputLimitExceeded } from '../frameworks/framework.js';
import { storedTradeBytes } from '../records/output.js';

const TRADES_A_CHUNK = 1_000;
const MEBIBYTE = 1024 ** 2;

/** The limits of one run's trades, all together. */
export interface TradesLimit {
  readonly trades: number;
  /** In their stored form. */
  readonly bytes: number;
}

/** Gathers trades into chunks and stores each before it takes the next one, so that few are ever in memory. */
export class TradeChunks {
  #pending: BacktestTrade[] = [];
  #written = 0;
  #trades = 0;
  #bytes = 0;

  constructor(
    private readonly write: (sequence: number, trades: readonly BacktestTrade[]) => Promise<void>,
    private readonly limit: TradesLimit,
  ) {}

  /** Takes the next trades; callers make one call at a time. Throws `OutputLimitExceeded` where they are more than a run may have. */
  async add(trades: readonly BacktestTrade[]): Promise<void> {
    this.#trades += trades.length;
    this.#bytes += storedTradeBytes(trades);
    if (this.#trades > this.limit.trades || this.#bytes > this.limit.bytes) {
      const most = `${this.limit.trades} trades of ${this.limit.bytes / MEBIBYTE} MiB`;
      throw new OutputLimitExceeded(`the run closed more than the ${most} that it may`);
    }
    this.#pending.push(...trades);
    while (this.#pending.length >= TRADES_A_CHUNK) await this.#keep(this.#pending.splice(0, TRADES_A_CHUNK));
  }

  /** Stores the rest. */
  async flush(): Promise<void> {
    if (this.#pending.length > 0) await this.#keep(this.#pending.splice(0));
  }

  async #keep(trades: readonly BacktestTrade[]): Promise<void> {
    await this.write(this.#written, trades);
    this.#written += 1;
  }
}
