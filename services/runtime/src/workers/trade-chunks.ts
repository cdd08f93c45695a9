import type { BacktestTrade } from '../frameworks/framework.js';

const TRADES_A_CHUNK = 1_000;

/** Gathers trades into chunks and has each kept before the next one is taken, so that few are ever in memory. */
export class TradeChunks {
  #pending: BacktestTrade[] = [];
  #written = 0;

  constructor(private readonly write: (sequence: number, trades: readonly BacktestTrade[]) => Promise<void>) {}

  /** Takes the next trades; call it one at a time. */
  async add(trades: readonly BacktestTrade[]): Promise<void> {
    this.#pending.push(...trades);
    while (this.#pending.length >= TRADES_A_CHUNK) await this.#keep(this.#pending.splice(0, TRADES_A_CHUNK));
  }

  /** Keeps the rest. */
  async flush(): Promise<void> {
    if (this.#pending.length > 0) await this.#keep(this.#pending.splice(0));
  }

  async #keep(trades: readonly BacktestTrade[]): Promise<void> {
    await this.write(this.#written, trades);
    this.#written += 1;
  }
}
