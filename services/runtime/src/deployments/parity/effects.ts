import type { ParityTrade } from './trade.js';

/** What makes the profits of two trades differ, in USD; their sum is the difference of profit. */
export interface Effects {
  /** Of entry and exit prices together. */
  readonly priceUsd: number;
  /** Of the amount. */
  readonly sizeUsd: number;
  /** Of fees. */
  readonly feeUsd: number;
  /** What is left: funding, rounding, and earlier exits of a trade that has several, since only its last price is known. */
  readonly fundingUsd: number;
}

/** The parts of the effect of prices. */
interface PriceParts {
  readonly entryUsd: number;
  readonly exitUsd: number;
}

/** Splits the difference of the profits of two trades, deployed minus replayed. */
export function effectsOf(deployed: ParityTrade, replayed: ParityTrade): Effects & PriceParts {
  const { amount, side } = replayed;
  const exitUsd = gainOf(side, replayed.closeRate, deployed.closeRate) * amount;
  const entryUsd = gainOf(side, deployed.openRate, replayed.openRate) * amount;
  const priceUsd = entryUsd + exitUsd;
  const sizeUsd = gainPerUnit(deployed) * (deployed.amount - replayed.amount);
  const feeUsd = replayed.feesUsd - deployed.feesUsd;
  const fundingUsd = deployed.profitUsd - replayed.profitUsd - priceUsd - sizeUsd - feeUsd;
  return { priceUsd, entryUsd, exitUsd, sizeUsd, feeUsd, fundingUsd };
}

/** Adds effects up. */
export function sumOf(effects: readonly Effects[]): Effects {
  const sum = { priceUsd: 0, sizeUsd: 0, feeUsd: 0, fundingUsd: 0 };
  for (const each of effects) {
    sum.priceUsd += each.priceUsd;
    sum.sizeUsd += each.sizeUsd;
    sum.feeUsd += each.feeUsd;
    sum.fundingUsd += each.fundingUsd;
  }
  return sum;
}

function gainPerUnit({ side, openRate, closeRate }: ParityTrade): number {
  return gainOf(side, openRate, closeRate);
}

/** What one unit gains as its price changes. */
function gainOf(side: ParityTrade['side'], from: number, to: number): number {
  return side === 'long' ? to - from : from - to;
}
