import type { Instrument } from '../../market-data/index.js';
import { canonicalSymbol, type DatedMarket } from '../codec/index.js';

export const VENUE = 'polymarket';
/** Orders are in hundredths of a share. */
const SIZE_DECIMALS = 2;

/** Returns the instruments of a market: one per token. */
export function instrumentsOf(market: DatedMarket): Instrument[] {
  return market.tokenIds.map((tokenId, index) => {
    const symbol = canonicalSymbol(tokenId);
    const outcome = market.outcomes[index] ?? '';
    const price = market.prices?.[index] ?? '0';
    return {
      venue: VENUE,
      symbol,
      coin: tokenId,
      name: `${market.question} ${outcome}`,
      kind: 'prediction',
      status: statusOf(market),
      frameworkSymbols: { nautilus: symbol },
      sizeDecimals: SIZE_DECIMALS,
      maxLeverage: undefined,
      markPrice: price,
      tickSize: market.tickSize,
      minOrderUsd: minimumOrderUsd(market.minimumSize, Number(price)),
      builderDex: undefined,
      prediction: {
        slug: market.slug,
        question: market.question,
        outcome,
        outcomes: market.outcomes,
        endDateMs: market.endMs,
        resolution: market.resolution,
        takerFees: market.takerFees,
      },
    };
  });
}

function statusOf({ isClosed, isArchived, isActive, isAcceptingOrders }: DatedMarket): Instrument['status'] {
  if (isClosed || isArchived) return 'closed';
  return isActive && isAcceptingOrders ? 'active' : 'halted';
}

/** Returns the smallest order in USD. The venue's is a number of shares; their current cost is rounded up to the collateral's decimals. */
function minimumOrderUsd(shares: number, price: number): string {
  return String(Math.ceil(Math.round(shares * price * 1e9) / 1e3) / 1e6);
}
