import { baseFeeOf, type Market } from '../model/market.js';
import { clobError } from '../refusal.js';
import type { Universe } from '../universe.js';

const PAGE = 1_000;
/** The cursor of the first page, base64 of 0, and the cursor after the last page, base64 of -1. */
const FIRST_CURSOR = 'MA==';
const END_CURSOR = 'LTE=';

/** Returns a market in the CLOB's form. */
export function clobMarket(market: Market, universe: Universe): object {
  const { closed, acceptingOrders } = universe.standingOf(market);
  const { startMs, endMs, event } = market;
  return {
    enable_order_book: !closed,
    active: market.isActive,
    closed,
    archived: market.isArchived,
    accepting_orders: acceptingOrders,
    accepting_order_timestamp: new Date(startMs).toISOString(),
    minimum_order_size: market.minimumSize,
    minimum_tick_size: market.tickSize,
    condition_id: market.conditionId,
    question_id: market.questionId,
    question: market.question,
    description: 'A simulated market.',
    market_slug: market.slug,
    end_date_iso: endMs === undefined ? null : new Date(endMs).toISOString(),
    game_start_time: null,
    seconds_delay: 0,
    fpmm: '',
    maker_base_fee: baseFeeOf(market),
    taker_base_fee: baseFeeOf(market),
    notifications_enabled: true,
    neg_risk: event.negRisk,
    neg_risk_market_id: '',
    neg_risk_request_id: '',
    icon: '',
    image: '',
    rewards: { rates: null, min_size: 0, max_spread: 0 },
    is_50_50_outcome: false,
    tokens: tokensOf(market, universe),
    tags: ['All'],
  };
}

/** Returns a market in the CLOB's short form. */
export function simplifiedMarket(market: Market, universe: Universe): object {
  const { closed, acceptingOrders } = universe.standingOf(market);
  return {
    condition_id: market.conditionId,
    rewards: { rates: null, min_size: 0, max_spread: 0 },
    tokens: tokensOf(market, universe),
    active: market.isActive,
    closed,
    archived: market.isArchived,
    accepting_orders: acceptingOrders,
  };
}

/** Returns the details that the official client reads before it makes an order. */
export function marketDetails(market: Market): object {
  const { conditionId, tokenIds, outcomes, tickSize, minimumSize, event, fees } = market;
  return {
    c: conditionId,
    t: tokenIds.map((t, index) => ({ t, o: outcomes[index] })),
    mts: tickSize,
    mos: minimumSize,
    nr: event.negRisk,
    mbf: baseFeeOf(market),
    tbf: baseFeeOf(market),
    ...(fees !== 'unstated' && {
      fd: fees === 'none' ? { r: 0, e: 0, to: true } : { r: fees.rate, e: fees.exponent, to: true },
    }),
    r: null,
  };
}

/** Returns a page of a list by cursor. Throws `Refusal`. */
export function clobPage<Entry>(
  entries: readonly Entry[],
  cursor: unknown,
  show: (entry: Entry) => object,
  limit = PAGE,
): object {
  const text = typeof cursor === 'string' && cursor !== '' ? cursor : FIRST_CURSOR;
  const from = Number(Buffer.from(text, 'base64').toString());
  if (!Number.isSafeInteger(from)) throw clobError(400, 'Next item should be greater than or equal to 0');
  const page = from < 0 ? [] : entries.slice(from, from + limit);
  const next =
    from >= 0 && from + limit < entries.length ? Buffer.from(String(from + limit)).toString('base64') : END_CURSOR;
  return { data: page.map(show), next_cursor: next, limit, count: page.length };
}

function tokensOf(market: Market, universe: Universe): object[] {
  const { closed } = universe.standingOf(market);
  const prices = universe.pricesOf(market);
  return market.tokenIds.map((token_id, outcome) => ({
    token_id,
    outcome: market.outcomes[outcome],
    price: prices[outcome],
    winner: closed && market.winner === outcome,
  }));
}
