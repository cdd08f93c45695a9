import type { MarketHistory } from './market-history.js';
import { readIndicators } from './reading.js';
import { type Finding, findingsOf } from './scan.js';
import { type Setup, setupOf } from './setup.js';

/** What a market's history says: how it stands, and what it is noticed for. */
export interface Analysis {
  readonly setup: Setup;
  readonly findings: readonly Finding[];
}

/** Judges a market by its history and nothing else: the same history gives the same answer. */
export function analyse(history: MarketHistory): Analysis {
  const reading = readIndicators(history.candles);
  return { setup: setupOf(history, reading), findings: findingsOf(history, reading) };
}
