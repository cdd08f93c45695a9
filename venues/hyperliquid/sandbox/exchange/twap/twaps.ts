import { roundPrice } from '../../decimals.js';
import type { Market } from '../../market.js';
import type { ExchangeContext } from '../exchange-context.js';
import { fillableLots, marginRejection } from '../orders/checks.js';
import { marketOfAsset } from '../orders/draft.js';
import type { Order } from '../orders/order.js';
import { executeOrder } from '../orders/trading.js';
import { formatUsdc, notionalOf, parseDecimal, priceOf, USDC, USDC_DECIMALS } from '../units.js';
import type { TwapCancelWire, TwapOrderWire } from '../wire.js';
import { isLiveTwap, isStopped, isTriggered, nextDueMs, suborderAt, type Twap, twapState } from './twap.js';

/** Placing, sending and ending TWAP orders. */

const MINUTES_MIN = 5;
/** Seven days: the venue has orders longer than the documented day. */
const MINUTES_MAX = 10_080;
const VALUE_MIN_MICRO_USDC = 100n * USDC;
/** The venue has such a limit, and does not document it. */
const LIVE_MAX = 20;
/** "TWAP suborders are constrained to have a max slippage of 3%." */
const SLIPPAGE_MAX = 0.03;
const INCREASES = 'Reduce-only TWAP order would increase position.';

/** The outcome of an action on a TWAP order, in the venue's form. */
export type TwapOutcome = { readonly running: { readonly twapId: number } } | { readonly error: string } | 'success';

/** Places a TWAP order and sends its first suborder, unless it waits for a price. */
export function placeTwap(context: ExchangeContext, user: string, { twap: wire, details }: TwapOrderWire): TwapOutcome {
  const market = marketOfAsset(context, wire.a);
  const { coin, szDecimals } = market.perpetual;
  const lots = parseDecimal(wire.s, szDecimals);
  if (lots === undefined || lots === 0n)
    return { error: lots === undefined ? 'Order has invalid size.' : 'Order has zero size.' };
  const prices = [details?.t?.p, details?.s].map((price) => (price ? parseDecimal(price, USDC_DECIMALS) : 0n));
  const [triggerPriceMicro, stopPriceMicro] = prices;
  if (triggerPriceMicro === undefined || stopPriceMicro === undefined) return { error: 'Order has invalid price.' };
  const draft: Omit<Twap, 'id'> = {
    ...{ user, coin, side: wire.b ? 'B' : 'A', lots, executedLots: 0n, executedMicroUsdc: 0n },
    ...{ minutes: wire.m, reduceOnly: wire.r, randomize: wire.t, startedMs: context.nowMs, dueMs: context.nowMs },
    trigger: details?.t ? { priceMicro: triggerPriceMicro, above: details.t.a } : null,
    stopPriceMicro: details?.s ? stopPriceMicro : null,
    status: 'waitingForTrigger',
    problem: null,
  };
  const error = refusalOf(context, draft, szDecimals);
  if (error !== undefined) return { error };
  const twap = { ...draft, id: context.store.journal.next('twap') };
  if (isTriggered(twap, context.markPrice(coin))) start(context, market, twap);
  else save(context, market, twap);
  return { running: { twapId: twap.id } };
}

/** Ends a TWAP order; its executed part stays. */
export function cancelTwap(context: ExchangeContext, user: string, { a, t }: TwapCancelWire): TwapOutcome {
  const twap = context.store.twap(t);
  const market = marketOfAsset(context, a);
  if (twap === undefined || twap.user !== user || !isLiveTwap(twap) || twap.coin !== market.perpetual.coin)
    return { error: 'TWAP was never placed, already canceled, or filled.' };
  save(context, market, { ...twap, status: 'terminated' });
  return 'success';
}

/** Starts and stops TWAP orders by the mark, and sends due suborders. */
export function runTwaps(context: ExchangeContext): void {
  for (const twap of context.store.liveTwaps()) {
    const market = context.markets.get(twap.coin);
    if (market === undefined) continue;
    const mark = context.markPrice(twap.coin);
    if (twap.status === 'waitingForTrigger') {
      if (isTriggered(twap, mark)) start(context, market, twap);
    } else if (isStopped(twap, mark)) save(context, market, { ...twap, status: 'stopped' });
    else if (twap.dueMs <= context.nowMs) send(context, market, twap);
  }
}

/** Returns why the order may not be placed, in the venue's words. */
function refusalOf(context: ExchangeContext, twap: Omit<Twap, 'id'>, szDecimals: number): string | undefined {
  const { minutes, user, lots } = twap;
  if (minutes < MINUTES_MIN || minutes > MINUTES_MAX) return `Invalid TWAP duration: ${minutes} min(s)`;
  if (notionalOf(lots, context.markPrice(twap.coin), szDecimals) < VALUE_MIN_MICRO_USDC)
    return `TWAP order value too small. Min is $${formatUsdc(VALUE_MIN_MICRO_USDC).replace('.0', '')}.`;
  if (context.store.liveTwapsOf(user).length >= LIVE_MAX) return 'Exceeded max number of active TWAP orders.';
  return fillableLots(context.store.accountOrNew(user), twap) === 0n ? INCREASES : undefined;
}

function start(context: ExchangeContext, market: Market, twap: Twap): void {
  const started: Twap = { ...twap, status: 'activated', startedMs: context.nowMs, dueMs: context.nowMs };
  save(context, market, started);
  send(context, market, started);
}

/** Sends the current suborder, and continues the order, or ends it where the suborder was the last or exceeds the account's margin. */
function send(context: ExchangeContext, market: Market, twap: Twap): void {
  const { lots, isLast } = suborderAt(twap, context.nowMs);
  const sent = lots === 0n ? twap : execute(context, market, twap, lots);
  if (sent.status === 'activated' && (isLast || sent.executedLots === sent.lots))
    save(context, market, { ...sent, status: 'finished' });
  else if (sent.status === 'activated') context.store.saveTwap({ ...sent, dueMs: nextDueMs(sent, context.nowMs) });
  else save(context, market, sent);
}

function execute(context: ExchangeContext, market: Market, twap: Twap, lots: bigint): Twap {
  const order = suborder(context, market, twap, lots);
  const account = context.store.accountOrNew(twap.user);
  const problem =
    fillableLots(account, order) === 0n ? INCREASES : marginRejection(context, market, account, order)?.message;
  if (problem !== undefined) return { ...twap, status: 'error', problem };
  const { filledLots, costMicroLots } = executeOrder(context, market, order);
  return {
    ...twap,
    executedLots: twap.executedLots + filledLots,
    executedMicroUsdc: twap.executedMicroUsdc + costMicroLots / 10n ** BigInt(market.perpetual.szDecimals),
  };
}

function suborder(
  context: ExchangeContext,
  { perpetual }: Market,
  { id, user, coin, side, reduceOnly }: Twap,
  lots: bigint,
): Order {
  const mark = Number(context.markPrice(coin)) / 1e6;
  const worst = mark * (side === 'B' ? 1 + SLIPPAGE_MAX : 1 - SLIPPAGE_MAX);
  return {
    oid: context.store.journal.next('order'),
    ...{ user, coin, cloid: null, side, originalLots: lots, lots, reduceOnly, twapId: id },
    limitPriceMicro: priceOf(roundPrice(worst, perpetual.szDecimals)),
    ...{ tif: 'Ioc', trigger: null, parentOid: null, ofPosition: false, builder: null },
    ...{ placedMs: context.nowMs, status: 'open', statusMs: context.nowMs },
  };
}

/** Stores a TWAP order's new state, and records the event. */
function save(context: ExchangeContext, { perpetual }: Market, twap: Twap): void {
  context.store.saveTwap(twap);
  context.store.addEvent('twap', twap.user, context.nowMs, {
    time: Math.floor(context.nowMs / 1_000),
    state: twapState(twap, perpetual.szDecimals),
    status: { status: twap.status, ...(twap.problem === null ? {} : { description: twap.problem }) },
    twapId: twap.id,
  });
}
