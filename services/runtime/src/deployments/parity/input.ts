import type { Incident } from '../../bots/observation.js';
import type { ParityTrade } from './trade.js';

/** What is compared. */
export interface ParityInput {
  readonly deployed: readonly ParityTrade[];
  readonly replayed: readonly ParityTrade[];
  /** When the deployment wasn't told what happened, or ran not at all. */
  readonly incidents: readonly Incident[];
  /** What the deployment held when the period ended, and has not closed since. */
  readonly held: readonly Pick<ParityTrade, 'symbol' | 'side'>[];
  /** From when on it opened nothing more; undefined: it did. */
  readonly blockedFromMs: number | undefined;
  /** The smallest value of an order; undefined: not known, or another one for each market. */
  readonly orderMinUsd: number | undefined;
  readonly period: { readonly fromMs: number; readonly toMs: number };
  /** Whether the deployment traded with real money: its orders met the venue's own book. */
  readonly isLive: boolean;
  /** The length of a candle of its timeframe. */
  readonly candleMs: number;
}

/** Bots act some seconds after a candle; later than that something held them up. */
export const PROMPT_MS = 45_000;
