import { z } from 'zod';
import type { Finding, IdentifiedAction, SubmissionIdentity } from '../../native-actions/index.js';
import type { HyperliquidClient, InfoRequest } from '../client/index.js';
import type { TradingAction } from '../codec/index.js';
import { placedCloids, readAction } from './actions.js';

/** The greatest difference between the venue's clock and the one from which nonces are taken. */
const CLOCK_SKEW_MS = 10_000;
/** Perpetuals of the venue's own dex; other assets have larger numbers. */
const PERPETUALS_MAX = 10_000;

const orderStatus = z.discriminatedUnion('status', [
  z.looseObject({ status: z.literal('unknownOid') }),
  z.looseObject({
    status: z.literal('order'),
    order: z.looseObject({
      order: z.looseObject({ timestamp: z.number() }),
      status: z.string(),
      statusTimestamp: z.number(),
    }),
  }),
]);
type OrderSeen = Extract<z.output<typeof orderStatus>, { status: 'order' }>;
const venueTime = z.looseObject({ time: z.number() });
const universe = z.looseObject({ universe: z.array(z.looseObject({ name: z.string() })) });
const assetData = z.looseObject({ leverage: z.looseObject({ type: z.string(), value: z.number() }) });

/**
 * Looks up what an action did. Orders are found by their client order ids, cancels by the orders they end, a leverage by its current value.
 * An effect that is missing when the venue's own clock has passed the action's expiry is unseen: reads may lag, so one reading disproves
 * nothing. For the other actions the venue shows neither proof nor disproof; they stay undecided.
 */
export async function lookUp(
  client: HyperliquidClient,
  { accountAddress, actionJson, expiresAfterMs }: IdentifiedAction,
  { nonce }: SubmissionIdentity,
): Promise<Finding> {
  const action = readAction(actionJson);
  const user = accountAddress.toLowerCase();
  if (action.type === 'updateLeverage') return lookUpLeverage(client, user, action);
  const traces = tracesOf(action);
  if (traces === undefined) return { kind: 'undecided' };
  // First the time, then the orders: everything that the venue had done by then is seen.
  const { time } = await ask(client, { type: 'clearinghouseState', user }, venueTime);
  const seen = await ordersSeen(client, user, traces.ids);
  const own = seen.filter((order) => traces.isTrace(order, nonce - CLOCK_SKEW_MS));
  if (own.length > 0) return { kind: own.every(wasRejected) ? 'refused' : 'accepted', answer: answerOf(own) };
  return { kind: time > expiresAfterMs ? 'unseen' : 'undecided' };
}

/** Returns which orders show what an action did, and how; undefined when none does. */
function tracesOf(action: TradingAction) {
  switch (action.type) {
    case 'order':
    case 'modify':
    case 'batchModify':
      // A caller's client order id may have been used before.
      return {
        ids: placedCloids(action),
        isTrace: ({ order }: OrderSeen, sinceMs: number) => order.order.timestamp >= sinceMs,
      };
    case 'cancel':
      return { ids: action.cancels.map(({ o }) => o), isTrace: wasCanceled };
    case 'cancelByCloid':
      return { ids: action.cancels.map(({ cloid }) => cloid), isTrace: wasCanceled };
    default:
      return undefined;
  }
}

function wasCanceled({ order }: OrderSeen, sinceMs: number): boolean {
  return order.status === 'canceled' && order.statusTimestamp >= sinceMs;
}

/** Matches `rejected`, `perpMarginRejected`, `iocCancelRejected` and similar ones. */
function wasRejected({ order }: OrderSeen): boolean {
  return /rejected$/i.test(order.status);
}

/** One after the other: a look-up is not urgent, and the venue counts requests. */
async function ordersSeen(
  client: HyperliquidClient,
  user: string,
  ids: readonly (number | string)[],
): Promise<OrderSeen[]> {
  const seen: OrderSeen[] = [];
  for (const oid of ids) {
    const answer = await ask(client, { type: 'orderStatus', user, oid }, orderStatus);
    if (answer.status === 'order') seen.push(answer);
  }
  return seen;
}

async function lookUpLeverage(
  client: HyperliquidClient,
  user: string,
  { asset, isCross, leverage }: Extract<TradingAction, { type: 'updateLeverage' }>,
): Promise<Finding> {
  if (asset >= PERPETUALS_MAX) return { kind: 'undecided' };
  const meta = await ask(client, { type: 'meta' }, universe);
  const coin = meta.universe[asset]?.name;
  if (coin === undefined) return { kind: 'undecided' };
  const data = await ask(client, { type: 'activeAssetData', user, coin }, assetData);
  const isSet = data.leverage.value === leverage && data.leverage.type === (isCross ? 'cross' : 'isolated');
  // Another value proves nothing: it may have been set since.
  return isSet
    ? { kind: 'accepted', answer: { status: 'ok', response: { type: 'activeAssetData', data } } }
    : { kind: 'undecided' };
}

function answerOf(orders: readonly OrderSeen[]) {
  return { status: 'ok', response: { type: 'orderStatus', data: orders.map(({ order }) => order) } };
}

/** A look-up concerns money that may have been sent. */
async function ask<Answer>(
  client: HyperliquidClient,
  request: InfoRequest<Answer>['request'],
  answer: z.ZodType<Answer>,
): Promise<Answer> {
  return (await client.ask({ request, answer, priority: 'money' })).data;
}
