import { readFileSync } from 'node:fs';

const DAY_MS = 86_400_000;

/** The work that is repeated, by the platform and by the bare framework. */
export interface Work {
  readonly framework: 'freqtrade' | 'nautilus';
  readonly title: string;
  readonly code: string;
  readonly strategyClass: string;
  readonly symbols: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  /** Taker fee and builder fee, per side. */
  readonly feeRate: number;
}

/** A strategy that the repository ships. */
const example = (path: string) => readFileSync(new URL(`../../../frameworks/${path}`, import.meta.url), 'utf8');

/** Five pairs by the hour, which trade hundreds of times. */
export const freqtradeWork: Work = {
  framework: 'freqtrade',
  title: '5 pairs over 180 days of hourly candles',
  code: example('freqtrade/examples/long_only.py'),
  strategyClass: 'LongOnly',
  symbols: ['BTC', 'ETH', 'SOL', 'DOGE', 'LINK'].map((asset) => `${asset}/USDC:USDC`),
  config: {},
  feeRate: 0.00055,
};

const BTC = 'BTC-PERP.HYPERLIQUID';

/** One market by the minute, which trades thousands of times. */
export const nautilusWork: Work = {
  framework: 'nautilus',
  title: 'one market over 180 days of candles of a minute',
  code: example('nautilus/examples/ema_cross.py'),
  strategyClass: 'EmaCross',
  symbols: [BTC],
  config: { instrument_id: BTC, bar_type: `${BTC}-1-MINUTE-LAST-EXTERNAL`, trade_size: '0.01' },
  feeRate: 0.00055,
};

/** UTC milliseconds: `fromMs` inclusive, `toMs` exclusive. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the newest window of so many whole days, without today. */
export function newestWindow(nowMs: number, days: number): Window {
  const toMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DAY_MS;
  return { fromMs: toMs - days * DAY_MS, toMs };
}

/** Returns a window's bound in the format of a request. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
