// Why: docs/decisions/venues/lighter-executions.md
import type { Clock } from '@platform/kit/clock';
import type { Finding, IdentifiedAction, SubmissionIdentity } from '../../native-actions/index.js';
import type { LighterTrading, ReadSigner } from '../client/index.js';
import {
  API_KEY_INDEX,
  endsAtOnce,
  hasFilled,
  isVenuesEnd,
  ordersOf,
  type ShownOrder,
  type ShownTransaction,
  TRANSACTION_VALIDITY_MS,
  type TradingAction,
} from '../codec/index.js';
import type { Order } from '../transactions/index.js';

/** The greatest difference between the venue's clock and the signer's. */
const CLOCK_SKEW_MS = 10_000;
/** How long after a transaction the venue's lists of orders may not show what it has done. */
const LISTS_LAG_MS = 30_000;

/** What an action is looked up with. */
interface LookUpParts {
  readonly client: LighterTrading;
  readonly sign: ReadSigner;
  readonly clock: Clock;
}

/**
 * Looks up what a transaction did, by its hash. One that the venue does not have is unseen when its end is past by the venue's clock and its
 * nonce is still unused: a nonce that is used is either this transaction's, which the venue then doesn't show, or somebody else's.
 */
export async function lookUp(
  parts: LookUpParts,
  { accountAddress, expiresAfterMs }: IdentifiedAction,
  action: TradingAction,
  identity: SubmissionIdentity,
): Promise<Finding> {
  const { client, clock } = parts;
  const shown = await client.transaction(identity.actionHash);
  if (shown !== undefined) return findingOf(parts, shown, action, identity);
  const latestMs = expiresAfterMs + TRANSACTION_VALIDITY_MS;
  // Before its end nothing disproves it, so nothing more is asked.
  if (clock.nowMs() <= latestMs || (await client.timeMs()) <= latestMs + CLOCK_SKEW_MS) return { kind: 'undecided' };
  const accountIndex = await client.accountOf(accountAddress);
  if (accountIndex === undefined) return { kind: 'undecided' };
  const next = await client.nextNonce({ accountIndex, apiKeyIndex: API_KEY_INDEX });
  // Once more, after its end: everything that the venue had done by then is seen.
  const later = await client.transaction(identity.actionHash);
  if (later !== undefined) return findingOf(parts, later, action, identity);
  return { kind: next === identity.nonce ? 'unseen' : 'undecided' };
}

async function findingOf(
  parts: LookUpParts,
  shown: ShownTransaction,
  action: TradingAction,
  { nonce, actionHash }: SubmissionIdentity,
): Promise<Finding> {
  const { state, error, answer } = shown;
  if (shown.hash !== actionHash || shown.nonce !== nonce || state === 'pending') return { kind: 'undecided' };
  const said = { transaction: answer, ...(error !== undefined && { error }) };
  if (state === 'failed') return { kind: 'refused', answer: said };
  const orders = ordersOf(action);
  if (orders.length === 0) return { kind: error === undefined ? 'accepted' : 'refused', answer: said };
  return placedFinding(parts, shown, orders, said);
}

/** Returns what became of the orders that an executed transaction placed. The lists of orders lag the transaction. */
async function placedFinding(
  parts: LookUpParts,
  { accountIndex, executedAtMs, error }: ShownTransaction,
  orders: readonly Order[],
  said: Readonly<Record<string, unknown>>,
): Promise<Finding> {
  const placed = await placedOrders(parts, accountIndex, orders);
  const found = placed.flatMap(({ shown }) => (shown === undefined ? [] : [shown]));
  const answer = { ...said, orders: found };
  if (found.some(hasFilled)) return isOpenEnded(placed) ? { kind: 'undecided' } : { kind: 'accepted', answer };
  // The sequencer has canceled what it says it could not do.
  if (error !== undefined) return { kind: 'refused', answer };
  const isLate = parts.clock.nowMs() > executedAtMs + LISTS_LAG_MS;
  if (found.length < orders.length && !isLate) return { kind: 'undecided' };
  if (isOpenEnded(placed)) return { kind: 'undecided' };
  const isRefused =
    found.length > 0 && placed.every(({ order, shown }) => shown === undefined || hasFailed(order, shown));
  return { kind: isRefused ? 'refused' : 'accepted', answer };
}

/** An order of an action, and as the venue shows it. */
interface PlacedOrder {
  readonly order: Order;
  readonly shown: ShownOrder | undefined;
}

/** One list after the other: an order that is moved from the first to the second meanwhile is in the second. */
async function placedOrders(
  { client, sign }: LookUpParts,
  accountIndex: number,
  orders: readonly Order[],
): Promise<readonly PlacedOrder[]> {
  const marketIndex = orders[0]?.marketIndex ?? 0;
  const request = { accountIndex, marketIndex };
  const active = await client.activeOrders(request, sign);
  const among = (shown: readonly ShownOrder[], { clientOrderIndex }: Order) =>
    shown.find(({ client_order_index }) => client_order_index === String(clientOrderIndex));
  const placed = orders.map((order) => ({ order, shown: among(active.orders, order) }));
  if (placed.every(({ shown }) => shown !== undefined)) return placed;
  const ended = await client.endedOrders(request, sign);
  return placed.map(({ order, shown }) => ({ order, shown: shown ?? among(ended.orders, order) }));
}

/** Whether an order that was to end at once has not yet, or is not shown: what it has traded is not all known. */
function isOpenEnded(placed: readonly PlacedOrder[]): boolean {
  return placed.some(({ order, shown }) => {
    const hasEnded = shown?.status === 'filled' || shown?.status.startsWith('canceled') === true;
    return endsAtOnce(order) && !hasEnded;
  });
}

/** Whether an order has ended without a trade, and not by the account's will. */
function hasFailed(order: Order, shown: ShownOrder): boolean {
  return !hasFilled(shown) && (isVenuesEnd(shown) || (endsAtOnce(order) && shown.status === 'canceled'));
}
