import type { ApiRun } from './api.js';

/** The bare framework over the very candles that a backtest of the platform read. */
export interface Bare extends AsyncDisposable {
  /** Does the work once, in a process of its own. */
  run(): Promise<BareRun>;
}

/** One run of the bare framework. */
export interface BareRun {
  /** What the platform's time is held against: the whole command, or the part of it that begins with the framework imported. */
  readonly durationMs: number;
  /** What the process held of the machine's memory at most. */
  readonly peakKib: number;
  readonly trades: number;
  readonly profitTotalPct: number;
}

/** How far two sums of the same trades may differ, in percent of the starting balance. */
const TOLERANCE_PCT = 1e-6;

/** Throws where the platform's runs came to something else than the bare framework's. */
export function requireEqual(bare: BareRun, runs: readonly ApiRun[]): void {
  for (const { id, trades, profitTotalPct } of runs) {
    if (trades !== bare.trades || Math.abs(profitTotalPct - bare.profitTotalPct) > TOLERANCE_PCT)
      throw new Error(`${id}: ${trades} trades and ${profitTotalPct} %, the bare framework ${JSON.stringify(bare)}`);
  }
}
