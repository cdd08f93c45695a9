import type { Hex } from 'viem';
import { VENUE_NAME } from '../../faults.js';
import type { Market } from '../../model/market.js';
import { clobError, Refusal } from '../../refusal.js';
import type { Venue } from '../../venue.js';
import type { Caller } from '../auth/l2.js';
import { exchangeOf } from '../contracts.js';
import { type Depth, depthOf } from '../matching/depth.js';
import { facing } from '../matching/generated.js';
import { fillsWhole, type Match, matchesOf } from '../matching/match.js';
import { bookMatches } from '../settling/booking.js';
import { decimal } from '../units.js';
import { isMarketOrder, refuseSmall, termsOf } from './amounts.js';
import { endOrder } from './canceling.js';
import { refuseUnfunded } from './funds.js';
import type { Order } from './order.js';
import { notTheKeys, verifiedHash } from './signing.js';
import { type Envelope, parseEnvelope } from './wire.js';

/** A GTD order ends this long before its expiration. */
export const SAFETY_S = 60;

/** The answer to an order that was placed. */
export interface Placed {
  readonly errorMsg: '';
  readonly orderID: string;
  readonly takingAmount: string;
  readonly makingAmount: string;
  readonly status: 'live' | 'matched' | 'delayed' | 'unmatched';
  readonly transactionsHashes: readonly string[];
  readonly tradeIDs: readonly string[];
  readonly success: true;
}

/** Places an order. Throws `Refusal`. */
export async function placeOrder(body: unknown, caller: Caller, venue: Venue): Promise<Placed> {
  const envelope = parseEnvelope(body);
  if (!envelope.postOnly) venue.engine.refuseTaking();
  const { market, outcome } = tradedMarket(envelope.order.tokenId, venue);
  const id = await ownHash(envelope, market, caller, venue);
  const order = draftOf({ envelope, market, outcome, id, caller, venue });
  if (venue.store.order(id) !== undefined) throw clobError(400, `order ${id} is invalid. Duplicated.`);
  const depth = depthOf(order.tokenId, venue);
  if (depth === undefined) throw notReady();
  const matches = matchesOf(order, offersFor(order, depth));
  const isMarketable = matches.length > 0;
  if (order.postOnly && isMarketable) throw clobError(400, 'invalid post-only order: order crosses book');
  const { makerAmount, takerAmount, side } = envelope.order;
  refuseSmall(order, side === 'BUY' ? makerAmount : takerAmount, isMarketable, market);
  await refuseUnfunded({ order, market, makerAmount, matches, venue });
  return venue.store.journal.transaction(() =>
    enter({ ...order, seq: venue.store.journal.next('order') }, envelope.deferExec, matches, market, venue),
  );
}

/** Matches an order that was delayed, against the book of now. */
export function matchDelayed(order: Order, venue: Venue): void {
  const depth = depthOf(order.tokenId, venue);
  const awake: Order = { ...order, delayedUntilMs: null, status: 'LIVE' };
  const matches = depth === undefined ? [] : matchesOf(awake, offersFor(awake, depth));
  const isKilled = order.orderType === 'FOK' && !fillsWhole(awake, matches);
  if (depth === undefined || isKilled) endOrder(awake, 'CANCELED', venue);
  else bookMatches(awake, matches, depth.market, venue);
}

function enter(order: Order, isDeferred: boolean, matches: readonly Match[], market: Market, venue: Venue): Placed {
  if (matches.length > 0) {
    const delay = venue.faults?.takeTrouble(VENUE_NAME, 'match_delayed');
    if (delay !== undefined || isDeferred) {
      const delayedUntilMs = venue.clock.nowMs() + (delay?.delayMs ?? 0);
      venue.store.saveOrder({ ...order, status: 'DELAYED', delayedUntilMs });
      return answer(order, 'delayed');
    }
    if (!isMarketOrder(order.orderType) && venue.faults?.takeTrouble(VENUE_NAME, 'match_failed') !== undefined) {
      venue.store.saveOrder(order);
      return answer(order, 'unmatched');
    }
  }
  if (isMarketOrder(order.orderType)) refuseUnfilled(order, matches);
  const booked = bookMatches(order, matches, market, venue);
  return answer(booked, matches.length > 0 ? 'matched' : 'live');
}

function answer({ id, side, matchedMicro, paidMicro, trades }: Order, status: Placed['status']): Placed {
  const isMatched = status === 'matched';
  const [taking, making] = side === 'BUY' ? [matchedMicro, paidMicro] : [paidMicro, matchedMicro];
  return {
    errorMsg: '',
    orderID: id,
    takingAmount: isMatched ? decimal(taking) : '',
    makingAmount: isMatched ? decimal(making) : '',
    status,
    transactionsHashes: [],
    tradeIDs: trades,
    success: true,
  };
}

function refuseUnfilled(order: Order, matches: readonly Match[]): void {
  const refuse = (error: string) => new Refusal(400, { error, orderID: order.id });
  if (order.orderType === 'FOK' && !fillsWhole(order, matches))
    throw refuse("order couldn't be fully filled. FOK orders are fully filled or killed.");
  if (matches.length === 0)
    throw refuse(
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    );
}

/** Returns the offers that an order can be filled by: a wallet does not trade with itself. */
function offersFor({ side, maker }: Order, depth: Depth) {
  return facing(depth, side).filter(({ from }) => !('order' in from) || from.order.maker !== maker);
}

/** Returns the hash of an order that its signer may place with this key. Throws `Refusal`. */
async function ownHash({ order, owner }: Envelope, market: Market, caller: Caller, venue: Venue): Promise<Hex> {
  if (owner !== caller.apiKey) throw clobError(400, 'the order owner has to be the owner of the API KEY');
  if (venue.faults?.takeTrouble(VENUE_NAME, 'signer_refused', caller.account) !== undefined) throw notTheKeys();
  const { settlement } = venue;
  return verifiedHash({ order, exchange: exchangeOf(market), settlement, account: caller.account });
}

function tradedMarket(tokenId: string, { universe }: Venue) {
  const found = universe.token(tokenId);
  if (found === undefined || universe.standingOf(found.market).closed)
    throw clobError(400, `the orderbook ${tokenId} does not exist`);
  if (!universe.standingOf(found.market).acceptingOrders) throw notReady();
  return found;
}

function notReady() {
  return clobError(400, 'the market is not yet ready to process new orders');
}

/** Returns an order as it would enter the book. Throws `Refusal`. */
function draftOf(draft: {
  readonly envelope: Envelope;
  readonly market: Market;
  readonly outcome: number;
  readonly id: Hex;
  readonly caller: Caller;
  readonly venue: Venue;
}): Order {
  const { envelope, market, outcome, id, caller, venue } = draft;
  const { order, orderType, postOnly } = envelope;
  const nowMs = venue.clock.nowMs();
  const endsS = order.expiration - SAFETY_S;
  if (orderType === 'GTD' ? endsS * 1_000 <= nowMs : order.expiration !== 0) throw clobError(400, 'invalid expiration');
  if (postOnly && isMarketOrder(orderType))
    throw clobError(400, 'invalid post-only order: only GTC and GTD order types are allowed');
  return {
    ...{ id, account: caller.account, owner: caller.apiKey, maker: order.maker.toLowerCase() },
    // It gets its place when it is taken.
    seq: 0,
    ...{ tokenId: order.tokenId, conditionId: market.conditionId, outcome: market.outcomes[outcome] ?? '' },
    ...{ side: order.side, ...termsOf(envelope, market, id), matchedMicro: 0n, paidMicro: 0n },
    ...{ orderType, postOnly, expirationS: order.expiration, placedMs: nowMs, delayedUntilMs: null },
    ...{ status: 'LIVE', trades: [] },
  };
}
