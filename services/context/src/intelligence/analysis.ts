import type { MarketHistory } from './market-history.js';
import { readIndicators } from './reading.js';
import { type Finding, findingsOf } from './scan.js';
import { type Setup, setupOf } from './setup.js';

/** The analysis of a market's history: its setup, and its findings. */
export interface Analysis {
  readonly setup: Setup;
  readonly findings: readonly Finding[];
}

/** Analyses a market by its history alone: the same history gives the same result. */
export function analyse(history: MarketHistory): Analysis {
  const reading = readIndicators(history.candles);
  return { setup: setupOf(history, reading), findings: findingsOf(history, reading) };
}
