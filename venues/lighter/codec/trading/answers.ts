import { readEach } from '@platform/kit/json';
import { z } from 'zod';
import { hash, list, MASTER_ACCOUNT, ok, whole } from '../answer-fields.js';

/**
 * Answers about transactions, accounts and orders, read from JSON in which integers beyond 2^53 - 1 are texts. Fields that are not read are
 * kept where callers see the venue's answers.
 */

/** There is no transaction of that hash. */
export const TRANSACTION_NOT_FOUND = 21_500;
/** There is no account of that address. */
export const ACCOUNT_NOT_FOUND = 21_100;

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string');
/** An integer of any size, as its text. */
const integer = z.union([z.int(), z.string().regex(/^-?\d+$/, 'must be an integer')]).transform(String);

/** Returns a hash as the port writes it: `0x` and lower case. The venue leaves `0x` out. */
export function hashOf(text: string): string {
  return `0x${text.replace(/^0x/i, '').toLowerCase()}`;
}

/** Answer of a refused call. */
export const resultCode = z.looseObject({ code: z.int(), message: z.string().optional() });

/** Answer of `sendTx`: the venue has the transaction, and has not carried it out yet. */
export const sentTransaction = z.looseObject({ code: ok, message: z.string().optional(), tx_hash: hash });

const STATUSES = ['failed', 'pending', 'executed', 'executed'] as const;

/** What the sequencer says that it could not do, within `event_info`. */
const events = z.looseObject({ ae: z.string().optional().catch(undefined) });

/** Answer of `tx`: a transaction, where it stands and what became of it. */
export const shownTransaction = z
  .looseObject({
    code: ok,
    hash,
    type: whole,
    event_info: z.string(),
    status: z
      .int()
      .min(0)
      .max(STATUSES.length - 1),
    account_index: whole,
    api_key_index: whole,
    nonce: whole,
    expire_at: whole,
    executed_at: whole,
  })
  .transform(({ hash, status, event_info, account_index, api_key_index, nonce, executed_at, ...rest }) => ({
    hash: hashOf(hash),
    state: STATUSES[status] ?? 'pending',
    accountIndex: account_index,
    apiKeyIndex: api_key_index,
    nonce,
    executedAtMs: executed_at,
    /** Why the sequencer has not done it; undefined where it has, or does not say. */
    error: errorOf(event_info),
    answer: { code: rest.code, hash, type: rest.type, status, event_info, nonce, executed_at },
  }));

/** A transaction as the venue shows it. */
export type ShownTransaction = z.output<typeof shownTransaction>;

/** Answer of `nextNonce`. */
export const nextNonce = z.object({ code: ok, nonce: whole }).transform(({ nonce }) => nonce);

/** Answer of `/`: the venue's clock, in milliseconds since the Unix epoch. */
export const venueTime = z.object({ timestamp: whole }).transform(({ timestamp }) => timestamp * 1_000);

/** Answer of `accountsByL1Address`: the number of the address's own account; undefined where only sub-accounts are shown. */
export const mainAccount = z
  .object({
    code: ok,
    l1_address: z.string(),
    sub_accounts: z.array(z.object({ account_type: whole, index: whole })),
  })
  .transform(({ sub_accounts }) => sub_accounts.find(({ account_type }) => account_type === MASTER_ACCOUNT)?.index);

const PERCENT_WHOLE = 100;

const position = z
  .object({ market_id: whole, initial_margin_fraction: decimal })
  .transform(({ market_id: marketId, initial_margin_fraction }) => ({
    marketId,
    leverage: PERCENT_WHOLE / Number(initial_margin_fraction),
  }))
  .refine(({ leverage }) => Number.isFinite(leverage) && leverage > 0, 'must have a margin above zero');

/** Answer of `account`: the leverages that the account has set, by market; the entries that can't be read are left out. */
export const accountLeverages = z
  .object({ code: ok, accounts: z.array(z.object({ positions: list(z.unknown()) })).length(1) })
  .transform(({ accounts }) => {
    const { valid } = readEach(accounts[0]?.positions ?? [], position);
    return new Map(valid.map(({ marketId, leverage }) => [marketId, leverage]));
  });

const order = z.looseObject({
  client_order_index: integer,
  order_index: integer,
  market_index: whole,
  status: z.string(),
  filled_base_amount: decimal,
});

/** An order as the venue shows it: `filled_base_amount` and `filled_quote_amount` say what it has traded. */
export type ShownOrder = z.output<typeof order>;

/** Answer of `accountActiveOrders` and `accountInactiveOrders`: its orders, and how many could not be read. */
export const shownOrders = z.object({ code: ok, orders: list(z.unknown()) }).transform(({ orders }) => {
  const { valid, malformed } = readEach(orders, order);
  return { orders: valid, malformedCount: malformed.length };
});

/** Returns whether an order has traded anything. */
export function hasFilled({ filled_base_amount }: ShownOrder): boolean {
  return Number(filled_base_amount) > 0;
}

/** The reasons for which the venue ends an order by itself, before anything of it was to rest or trade. */
const VENUES_ENDS: readonly string[] = [
  ...['canceled-post-only', 'canceled-reduce-only', 'canceled-position-not-allowed', 'canceled-margin-not-allowed'],
  ...['canceled-too-much-slippage', 'canceled-not-enough-liquidity', 'canceled-self-trade', 'canceled-invalid-balance'],
];

/** Returns whether the venue has ended an order because it can't be carried out. */
export function isVenuesEnd({ status }: ShownOrder): boolean {
  return VENUES_ENDS.includes(status);
}

function errorOf(eventInfo: string): string | undefined {
  try {
    return events.safeParse(JSON.parse(eventInfo)).data?.ae || undefined;
  } catch {
    return undefined;
  }
}
