import { type DiagnosisFacts, isUnread, type MarketFacts, type StakeFacts } from './facts.js';
import { type Finding, found } from './findings.js';

/** freqtrade adds a reserve for the stop loss to the smallest order: at most half of it. */
const RESERVE_FACTOR_MAX = 1.5;
/** Less than any amount that somebody means. */
const ROUNDING_USD = 1e-6;

/** Returns what its money says: whether what it has, and what a trade takes, is as much as the venue's smallest order. */
export function moneyFindings(facts: DiagnosisFacts): Finding[] {
  const { markets, snapshot, stake } = facts;
  if (isUnread(markets)) return [];
  const known = markets.flatMap((market) => market ?? []);
  const [first] = known.toSorted((a, b) => a.minOrderUsd - b.minOrderUsd);
  if (first === undefined) return [];
  const balanceUsd = balanceOf(facts);
  if (balanceUsd === undefined) return [found('unknown', 'What it may spend is not known: it has not said so yet.')];
  // What open trades hold is part of the balance: only one that holds nothing can be told to have too little.
  if (snapshot !== undefined && snapshot.trades.open > 0) return [];
  const widest = Math.max(...known.map(({ maxLeverage }) => maxLeverage));
  const reach = facts.record.framework.id === 'freqtrade' && stake?.by === 'config' ? balanceUsd : balanceUsd * widest;
  if (isBelow(reach, first.minOrderUsd))
    return [found('balance_below_minimum', `It has ${usd(balanceUsd)}, and ${smallest(first)}.`)];
  return stake === undefined ? [decidedByStrategy()] : stakeFindings(stake, first, balanceUsd, facts);
}

function stakeFindings(
  stake: StakeFacts,
  market: MarketFacts,
  balanceUsd: number,
  { snapshot }: DiagnosisFacts,
): Finding[] {
  if (stake.by === 'strategy') return [decidedByStrategy()];
  const { capitalUsd, spendableRatio, tradesMax } = stake;
  const realizedUsd = snapshot?.realizedUsd ?? 0;
  const spendableUsd =
    capitalUsd === undefined ? balanceUsd * spendableRatio : Math.min(capitalUsd + realizedUsd, balanceUsd);
  if (stake.stake === 'unlimited') {
    if (tradesMax === undefined)
      return [
        found('unknown', 'How many parts its balance is divided into is not known: its config has no max_open_trades.'),
      ];
    if (!Number.isFinite(tradesMax) || tradesMax < 1) return [];
    const shareUsd = spendableUsd / tradesMax;
    return againstMinimum(
      `A stake_amount of unlimited leaves ${usd(shareUsd)} for each of ${tradesMax} trades`,
      shareUsd,
      market,
    );
  }
  if (isBelow(spendableUsd, stake.stake))
    return [found('balance_below_stake', `It may spend ${usd(spendableUsd)}, and a trade takes ${usd(stake.stake)}.`)];
  return againstMinimum(`A trade takes ${usd(stake.stake)}`, stake.stake, market);
}

function againstMinimum(what: string, stakeUsd: number, market: MarketFacts): Finding[] {
  if (isBelow(stakeUsd, market.minOrderUsd)) return [found('stake_below_minimum', `${what}, and ${smallest(market)}.`)];
  if (!isBelow(stakeUsd, market.minOrderUsd * RESERVE_FACTOR_MAX)) return [];
  const reserve = 'freqtrade adds a reserve for the stop loss, of at most half';
  return [found('stake_near_minimum', `${what}, and ${smallest(market)}; ${reserve}.`)];
}

/** On paper, what its bot says; else what the venue said, of which it may use its capital. */
function balanceOf({ record, snapshot }: DiagnosisFacts): number | undefined {
  if (record.mode === 'paper') return snapshot?.balanceUsd ?? undefined;
  const { venueBalanceUsd, capitalUsd } = record;
  if (venueBalanceUsd === undefined) return undefined;
  return capitalUsd === undefined ? venueBalanceUsd : Math.min(venueBalanceUsd, Number(capitalUsd));
}

function decidedByStrategy(): Finding {
  return found('unknown', 'How much a trade takes is not known: its strategy decides that as it runs.');
}

function isBelow(amountUsd: number, leastUsd: number): boolean {
  return amountUsd < leastUsd - ROUNDING_USD;
}

function smallest({ minOrderUsd, symbol }: MarketFacts): string {
  return `the smallest order at the venue is ${usd(minOrderUsd)} (${symbol})`;
}

function usd(amount: number): string {
  return `${amount.toFixed(2)} USD`;
}
