import { readEach } from '@platform/kit/json';
import { z } from 'zod';

/**
 * Answers about an account's orders and trades. Fields that are not read are kept, since callers see the venue's answers; but `owner`, which
 * is an API key, is left out.
 */

/** The venue's cursor after the last page. */
const END_CURSOR = 'LTE=';

/** Answer of a posted order. */
export const postedOrder = z.looseObject({
  success: z.boolean(),
  errorMsg: z.string().nullish(),
  orderID: z.string().nullish(),
  status: z.string().nullish(),
});

/** Answer of every cancel: the orders that were canceled, and why each other one was not. */
export const canceledOrders = z.looseObject({
  canceled: z.array(z.string()).nullish(),
  not_canceled: z.record(z.string(), z.string()).nullish(),
});

/** Answer of a refusal; some have a code. */
export const clobRefusal = z.looseObject({ error: z.string(), code: z.string().optional().catch(undefined) });

/** How an order stands. `ended`: expired, invalid or canceled with its market; `other`: a state that is not known. */
export type OrderState = 'live' | 'matched' | 'delayed' | 'unmatched' | 'canceled' | 'ended' | 'other';

const STATES: readonly (readonly [RegExp, OrderState])[] = [
  [/^LIVE$/, 'live'],
  [/^MATCHED$/, 'matched'],
  [/^DELAYED$/, 'delayed'],
  [/^UNMATCHED$/, 'unmatched'],
  [/^(CANCELED_MARKET_RESOLVED|EXPIRED|INVALID)$/, 'ended'],
  // The venue appends its reason.
  [/^CANCELL?ED(_|$)/, 'canceled'],
];

const OWNERS: readonly string[] = ['owner', 'order_owner'];

/** Leaves out the API keys that the venue shows as owners. */
function withoutOwner(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !OWNERS.includes(name)));
}

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const clobOrder = z.preprocess(
  withoutOwner,
  z.looseObject({
    id: z.string(),
    status: z.string(),
    asset_id: z.string(),
    side: z.enum(['BUY', 'SELL']),
    price: decimal,
    original_size: decimal,
    // Empty for an order that was killed.
    size_matched: z.union([decimal, z.literal('')]),
    created_at: z.number(),
  }),
);

/** An order as the venue shows it. */
export type ClobOrder = z.output<typeof clobOrder>;

/** Answer of `/data/order/{id}`; undefined where there is none. */
export const oneOrder = clobOrder.nullish().transform((order) => order ?? undefined);

/** Returns how an order stands. */
export function orderStateOf({ status }: Pick<ClobOrder, 'status'>): OrderState {
  const word = status.toUpperCase().replace(/^ORDER_STATUS_/, '');
  return STATES.find(([form]) => form.test(word))?.[1] ?? 'other';
}

/** Returns whether some of an order was matched. */
export function isMatched({ size_matched }: Pick<ClobOrder, 'size_matched'>): boolean {
  return Number(size_matched) > 0;
}

/** The states of a trade's settlement on the chain, the least final first. */
export const settlementStates = ['failed', 'retrying', 'matched', 'mined', 'confirmed'] as const;
export type SettlementState = (typeof settlementStates)[number];

const settlement = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .replace(/^trade_status_/, '')
      .replace(/^matched_not_broadcasted$/, 'matched'),
  )
  .pipe(z.enum(settlementStates));
const clobTrade = z.preprocess(
  withoutOwner,
  z.looseObject({
    id: z.string(),
    taker_order_id: z.string(),
    status: settlement,
    maker_orders: z.array(z.preprocess(withoutOwner, z.looseObject({ order_id: z.string() }))),
  }),
);

/** A trade as the venue shows it. */
export type ClobTrade = z.output<typeof clobTrade>;

/** Returns whether a trade is one of an order's. */
export function isTradeOf({ taker_order_id, maker_orders }: ClobTrade, orderId: string): boolean {
  return taker_order_id === orderId || maker_orders.some(({ order_id }) => order_id === orderId);
}

/** Returns how far an order's trades are settled: as far as the least final of them; undefined without trades. */
export function settlementOf(trades: readonly Pick<ClobTrade, 'status'>[]): SettlementState | undefined {
  return settlementStates.find((state) => trades.some(({ status }) => status === state));
}

/** A page of a list by cursor; an entry that can't be read makes the page unreadable, since it might be the one that is looked for. */
function page<Entry>(entry: z.ZodType<Entry>) {
  return z
    .object({ data: z.array(z.unknown()), next_cursor: z.string() })
    .transform(({ data, next_cursor }, context) => {
      const { valid, malformed } = readEach(data, entry);
      for (const { reason } of malformed) context.addIssue({ code: 'custom', message: reason });
      return { entries: valid, nextCursor: next_cursor === END_CURSOR ? undefined : next_cursor };
    });
}

/** Answer of `/data/orders`: the account's open orders. */
export const openOrdersPage = page(clobOrder);

/** Answer of `/data/trades`: the account's trades. */
export const tradesPage = page(clobTrade);
