import type { Hex } from 'viem';
import type { Finding, SettlementReading, SubmissionIdentity } from '../../native-actions/index.js';
import type { PolymarketTrading, RequestSigner } from '../client/index.js';
import {
  type Cancellation,
  type ClobOrder,
  isMatched,
  type OrderPlacement,
  type OrderState,
  orderStateOf,
  settlementOf,
  unitsOf,
} from '../codec/index.js';

/** The greatest difference between the venue's clock and the one from which the order's time is taken. */
const CLOCK_SKEW_S = 10;

/** The states of an order that can't trade any more. */
const ENDED: readonly OrderState[] = ['canceled', 'matched', 'ended'];

/** What an action is looked up with. */
interface LookUpParts {
  readonly client: PolymarketTrading;
  readonly sign: RequestSigner;
}

/**
 * Looks up what an action did: an order by its hash or by a trade that names it, a cancel by the orders that it ends. An order that is not
 * shown is unseen when it can't happen any more: its end is past by the venue's clock, or its market is resolved. Time alone disproves no
 * order without an end.
 */
export function lookUp(
  parts: LookUpParts,
  action: OrderPlacement | Cancellation,
  identity: SubmissionIdentity,
): Promise<Finding> {
  return action.kind === 'placement'
    ? lookUpOrder(parts, action, identity)
    : lookUpCancel(parts, action.of, identity.nonce);
}

async function lookUpOrder(
  { client, sign }: LookUpParts,
  { asset, terms }: OrderPlacement,
  identity: SubmissionIdentity,
): Promise<Finding> {
  const { orderId, sinceS } = orderOf(identity);
  // First what ends the order, then the order: everything that the venue had done by then is seen.
  const isOver = await hasEnded(client, asset.id, terms);
  const order = await client.order(orderId, sign);
  if (order !== undefined) return findingOf(order, terms);
  const trades = await client.tradesOf(orderId, { tokenId: asset.id, sinceS }, sign);
  if (trades.length > 0) {
    const answer = { orderID: orderId, status: 'matched', trades };
    return { kind: 'accepted', answer, settlement: settlementOf(trades) };
  }
  return { kind: isOver ? 'unseen' : 'undecided' };
}

/** Reads how far an order's trades are settled: it will not change any more once the order has ended, and each of its trades has. */
export async function readSettlement(
  { client, sign }: LookUpParts,
  { asset }: OrderPlacement,
  identity: SubmissionIdentity,
): Promise<SettlementReading> {
  const { orderId, sinceS } = orderOf(identity);
  // First the order, then its trades: those of an order that has ended are all there.
  const order = await client.order(orderId, sign);
  const trades = await client.tradesOf(orderId, { tokenId: asset.id, sinceS }, sign);
  const isOver = order !== undefined && ENDED.includes(orderStateOf(order));
  const isListed = trades.length > 0 || (order !== undefined && !isMatched(order) && orderStateOf(order) !== 'matched');
  const isSettled = trades.every(({ status }) => status === 'confirmed' || status === 'failed');
  return { state: settlementOf(trades), isFinal: isOver && isListed && isSettled };
}

function orderOf({ actionHash, nonce }: SubmissionIdentity): { readonly orderId: Hex; readonly sinceS: number } {
  return { orderId: `0x${actionHash.slice(2)}`, sinceS: Math.floor(nonce / 1_000) - CLOCK_SKEW_S };
}

async function hasEnded(client: PolymarketTrading, tokenId: bigint, terms: OrderPlacement['terms']): Promise<boolean> {
  if ('expirationS' in terms && (await client.timeS()) > terms.expirationS + CLOCK_SKEW_S) return true;
  return client.isResolved(tokenId);
}

/** An order that was to match at once and has ended without a match was killed. */
function findingOf(order: ClobOrder, { orderType }: OrderPlacement['terms']): Finding {
  const isImmediate = orderType === 'FOK' || orderType === 'FAK';
  const hasTraded = isMatched(order) || orderStateOf(order) === 'matched';
  if (hasTraded) return { kind: 'accepted', answer: order, settlement: 'matched' };
  if (!isImmediate) return { kind: 'accepted', answer: order };
  return ['canceled', 'ended'].includes(orderStateOf(order))
    ? { kind: 'refused', answer: order }
    : { kind: 'undecided' };
}

async function lookUpCancel(parts: LookUpParts, of: Cancellation['of'], nonce: number): Promise<Finding> {
  if (of.kind === 'named') return lookUpNamed(parts, of.orderIds);
  const open = await openOrdersOf(parts, of);
  const older = open.filter(({ created_at }) => created_at * 1_000 <= nonce);
  // One that is still open may be canceled yet.
  return older.length === 0 ? { kind: 'accepted', answer: { open: [] } } : { kind: 'undecided' };
}

/** One after the other: a look-up is not urgent, and the venue counts requests. */
async function lookUpNamed({ client, sign }: LookUpParts, orderIds: readonly Hex[]): Promise<Finding> {
  const orders: ClobOrder[] = [];
  for (const orderId of orderIds) {
    const order = await client.order(orderId, sign);
    if (order === undefined || !ENDED.includes(orderStateOf(order))) return { kind: 'undecided' };
    orders.push(order);
  }
  const isCanceled = orders.some((order) => orderStateOf(order) === 'canceled');
  return { kind: isCanceled ? 'accepted' : 'refused', answer: { orders } };
}

/** Returns the open orders that a cancel is about, other than one that names them. */
export async function openOrdersOf(
  { client, sign }: LookUpParts,
  of: Exclude<Cancellation['of'], { kind: 'named' }>,
): Promise<ClobOrder[]> {
  switch (of.kind) {
    case 'all':
      return client.openOrders({}, sign);
    case 'market':
      return client.openOrders({ conditionId: of.conditionId, tokenId: of.tokenId }, sign);
    case 'alike': {
      const open = await client.openOrders({ tokenId: of.tokenId }, sign);
      return open.filter(
        ({ side, price, original_size }) =>
          side === of.side && unitsOf(price) === of.price && unitsOf(original_size) === of.size,
      );
    }
  }
}
