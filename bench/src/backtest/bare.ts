import type { ApiRun } from './api.js';

/** The bare framework over the same candles that a backtest of the platform read. */
export interface Bare extends AsyncDisposable {
  /** Runs the work once, in a separate process. */
  run(): Promise<BareRun>;
}

/** One run of the bare framework. */
export interface BareRun {
  /** The time that the platform is compared with: the whole command, or its part after the import of the framework. */
  readonly durationMs: number;
  /** The process's peak memory. */
  readonly peakKib: number;
  readonly trades: number;
  readonly profitTotalPct: number;
}

/** How far two sums of the same trades may differ, in percent of the starting balance. */
const TOLERANCE_PCT = 1e-6;

/** Throws where the results of the platform's runs differ from the bare framework's. */
export function requireEqual(bare: BareRun, runs: readonly ApiRun[]): void {
  for (const { id, trades, profitTotalPct } of runs) {
    if (trades !== bare.trades || Math.abs(profitTotalPct - bare.profitTotalPct) > TOLERANCE_PCT)
      throw new Error(`${id}: ${trades} trades and ${profitTotalPct} %, the bare framework ${JSON.stringify(bare)}`);
  }
}
