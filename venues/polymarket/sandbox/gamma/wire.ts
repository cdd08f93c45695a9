import { baseFeeOf, type Event, type Market } from '../model/market.js';
import type { Universe } from '../universe.js';

const NOTE = 'A simulated market: nothing is decided by it, and nothing here is worth money.';
/** The venue's collateral has six decimals. */
const rounded = (amount: number) => Math.round(amount * 1e6) / 1e6;
const dated = (atMs: number) => new Date(atMs).toISOString();
/** The venue's form of a closing time, which is not ISO 8601. */
const closingTime = (atMs: number) => `${dated(atMs).slice(0, 19).replace('T', ' ')}+00`;

/** Returns a market in Gamma's form: lists are JSON in texts. An event's own list shows it without the event. */
export function gammaMarket(market: Market, universe: Universe, within: 'list' | 'event' = 'list'): object {
  const { event, startMs, endMs, closesAtMs, tickSize } = market;
  const standing = universe.standingOf(market);
  const { closed, volume, volume24h } = standing;
  const prices = universe.pricesOf(market);
  const price = prices[0] ?? 0;
  const liquidity = closed ? 0 : rounded(market.dailyVolume / 4);
  return {
    id: market.id,
    question: market.question,
    conditionId: market.conditionId,
    slug: market.slug,
    resolutionSource: '',
    ...(endMs !== undefined && { endDate: dated(endMs), endDateIso: dated(endMs).slice(0, 10) }),
    liquidity: String(liquidity),
    startDate: dated(startMs),
    startDateIso: dated(startMs).slice(0, 10),
    image: '',
    icon: '',
    description: NOTE,
    outcomes: JSON.stringify(market.outcomes),
    outcomePrices: JSON.stringify(prices.map(String)),
    volume: String(volume),
    active: market.isActive,
    closed,
    ...(closed && closesAtMs !== undefined && { closedTime: closingTime(closesAtMs) }),
    marketMakerAddress: '',
    createdAt: dated(startMs),
    updatedAt: dated(universe.nowMs),
    new: false,
    featured: false,
    archived: market.isArchived,
    restricted: true,
    groupItemTitle: market.label,
    questionID: market.questionId,
    enableOrderBook: true,
    orderPriceMinTickSize: tickSize,
    orderMinSize: market.minimumSize,
    volumeNum: volume,
    liquidityNum: liquidity,
    volume24hr: volume24h,
    volume24hrClob: volume24h,
    volumeClob: volume,
    liquidityClob: liquidity,
    clobTokenIds: JSON.stringify(market.tokenIds),
    acceptingOrders: standing.acceptingOrders,
    ...gammaFees(market),
    negRisk: event.negRisk,
    ...(within === 'list' && { events: [eventFields(event, universe)] }),
    spread: tickSize,
    lastTradePrice: price,
    bestBid: closed ? 0 : rounded(Math.max(0, price - tickSize / 2)),
    bestAsk: closed ? 1 : rounded(Math.min(1, price + tickSize / 2)),
    umaResolutionStatuses: closed ? '["proposed", "resolved"]' : '[]',
  };
}

/** Returns the base fees that the real venue shows, which differ from the cost of a fill. */
function gammaFees(market: Market): object {
  const { fees } = market;
  if (fees === 'none') return { feesEnabled: false, feeType: null };
  return {
    ...{ feesEnabled: true, feeType: 'sandbox_fees', makerBaseFee: baseFeeOf(market), takerBaseFee: baseFeeOf(market) },
    ...(fees !== 'unstated' && { feeSchedule: { ...fees, rebateRate: 0.25, takerOnly: true } }),
  };
}

/** Returns an event in Gamma's form, with the given ones of its markets. */
export function gammaEvent(event: Event, universe: Universe, markets: readonly Market[] = event.markets): object {
  return {
    ...eventFields(event, universe),
    markets: markets.map((market) => gammaMarket(market, universe, 'event')),
  };
}

function eventFields(event: Event, universe: Universe): object {
  const { id, slug, title, negRisk, markets } = event;
  const ends = markets.flatMap(({ endMs }) => endMs ?? []);
  const { closed, archived, active, volume24h, startMs } = eventStanding(event, universe);
  return {
    ...{ id, slug, title, negRisk, active, closed, archived },
    ticker: slug,
    description: NOTE,
    startDate: dated(startMs),
    ...(ends.length > 0 && { endDate: dated(Math.max(...ends)) }),
    createdAt: dated(startMs),
    updatedAt: dated(universe.nowMs),
    enableOrderBook: true,
    enableNegRisk: negRisk,
    volume24hr: volume24h,
    new: false,
    featured: false,
    restricted: true,
  };
}

/** Returns an event's state: that of its markets together. */
export function eventStanding({ markets }: Event, universe: Universe) {
  const standings = markets.map((market) => universe.standingOf(market));
  return {
    closed: standings.every(({ closed }) => closed),
    archived: markets.every(({ isArchived }) => isArchived),
    active: markets.some(({ isActive }) => isActive),
    volume24h: rounded(standings.reduce((sum, { volume24h }) => sum + volume24h, 0)),
    startMs: Math.min(...markets.map(({ startMs }) => startMs)),
  };
}
