import { readFileSync } from 'node:fs';

const DAY_MS = 86_400_000;
const DAYS = 180;

/** A strategy that trades often: hundreds of trades in the window. */
const code = readFileSync(new URL('../../../frameworks/freqtrade/examples/long_only.py', import.meta.url), 'utf8');

/** The work that is done over and over: five pairs, 180 days, hourly candles. */
export const work = {
  code,
  strategyClass: 'LongOnly',
  symbols: ['BTC', 'ETH', 'SOL', 'DOGE', 'LINK'].map((asset) => `${asset}/USDC:USDC`),
  /** Taker fee and builder fee, per side. */
  feeRate: 0.00055,
} as const;

/** The newest window of whole days, the present one left out. */
export function newestWindow(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DAY_MS;
  return { fromMs: toMs - DAYS * DAY_MS, toMs };
}

/** A window's bound as a request names it. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
