import { readEach } from '@platform/kit/json';
import type { MicroUsdc } from '@platform/kit/money';
import { getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { list, MASTER_ACCOUNT, ok, whole } from './answer-fields.js';
import { canonicalSymbol } from './symbols.js';

/** Answers about an owner's account, read from JSON in which integers beyond 2^53 - 1 are texts. Fields that are not read are left out. */

/** There is no such key at this index. */
export const API_KEY_NOT_FOUND = 21_109;
/** "invalid param". */
export const INVALID_PARAMETER = 20_001;

const DECIMALS = 6;
const PERCENT_WHOLE = 100;
const ISOLATED = 1;

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text) => getAddress(text));
const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/, 'must be a decimal string');
/** An amount in millionths, truncated: the venue may state more digits than USDC has. */
export const microUsdc = decimal.transform((text): MicroUsdc => {
  const [units = '0', fraction = ''] = text.replace('-', '').split('.');
  const amount = BigInt(units + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -amount : amount;
});
/** The venue writes instants in seconds, milliseconds or microseconds; none of them is near another's. */
const instantMs = z
  .int()
  .positive()
  .transform((stamp) => {
    if (stamp < 1e11) return stamp * 1_000;
    return stamp < 1e14 ? stamp : Math.floor(stamp / 1_000);
  });

/** Answer of `createIntentAddress`. */
export const intentAddress = z
  .object({ code: ok, intent_address: address })
  .transform(({ intent_address }) => intent_address);

/** Answer of `deposit/latest`: an owner's newest deposit; `id` is the transaction that brought it. */
export const latestDeposit = z
  .object({
    code: ok,
    source_chain_id: z.string(),
    cctp_burn_tx_hash: z.string(),
    fast_bridge_tx_hash: z.string().optional(),
    amount: microUsdc,
    intent_address: address,
    status: z.string(),
    created_at: instantMs,
  })
  .transform((raw) => ({
    id: (raw.cctp_burn_tx_hash || raw.fast_bridge_tx_hash || '').toLowerCase(),
    chainId: Number(raw.source_chain_id),
    intentAddress: raw.intent_address,
    microUsdc: raw.amount,
    isCompleted: raw.status === 'completed',
    createdMs: raw.created_at,
  }));

/** A deposit as the venue shows it. */
export type LatestDeposit = z.output<typeof latestDeposit>;

const position = z
  .object({
    symbol: z.string(),
    initial_margin_fraction: decimal,
    sign: z.int(),
    position: decimal,
    avg_entry_price: decimal,
    position_value: decimal,
    unrealized_pnl: decimal,
    liquidation_price: decimal.nullish(),
    margin_mode: z.int(),
    allocated_margin: decimal,
    market_id: whole,
    open_order_count: whole.default(0),
    pending_order_count: whole.default(0),
  })
  .transform((raw) => ({
    marketIndex: raw.market_id,
    symbol: canonicalSymbol(raw.symbol) ?? raw.symbol,
    isShort: raw.sign < 0,
    size: raw.position.replace('-', ''),
    entryPrice: raw.avg_entry_price,
    valueUsd: raw.position_value.replace('-', ''),
    unrealizedPnlUsd: raw.unrealized_pnl,
    /** Undefined: at no price. */
    liquidationPrice: Number(raw.liquidation_price ?? 0) > 0 ? (raw.liquidation_price ?? undefined) : undefined,
    isIsolated: raw.margin_mode === ISOLATED,
    allocatedMarginUsd: raw.allocated_margin,
    /** In percent of the value. */
    marginFraction: Number(raw.initial_margin_fraction),
    leverage: PERCENT_WHOLE / Number(raw.initial_margin_fraction),
    orderCount: raw.open_order_count + raw.pending_order_count,
  }))
  .refine(({ leverage }) => Number.isFinite(leverage) && leverage > 0, 'must have a margin above zero');

const account = z
  .object({
    account_type: whole,
    index: whole,
    collateral: microUsdc,
    available_balance: microUsdc.default(0n),
    total_asset_value: microUsdc,
    positions: list(z.unknown()),
  })
  .transform((raw) => {
    const { valid, malformed } = readEach(raw.positions, position);
    return {
      isMaster: raw.account_type === MASTER_ACCOUNT,
      accountIndex: raw.index,
      collateralMicroUsdc: raw.collateral,
      /** What positions and orders need none of; none where the venue does not say. */
      availableMicroUsdc: raw.available_balance,
      equityMicroUsdc: raw.total_asset_value,
      /** What the account has in each market: a position, orders, or a leverage that it has set. */
      markets: valid,
      /** How many markets could not be read: then nothing is known of all positions. */
      malformedCount: malformed.length,
    };
  });

/** Answer of `account` by its owner: the owner's own account; undefined where only sub-accounts are shown. */
export const heldAccount = z
  .object({ code: ok, accounts: z.array(account) })
  .transform(({ accounts }) => accounts.find(({ isMaster }) => isMaster));

/** An account with what it holds. */
export type HeldAccount = NonNullable<z.output<typeof heldAccount>>;

/** What an account has in a market. */
export type HeldMarket = HeldAccount['markets'][number];

/** An integer of any size, as its text. */
const integer = z.union([z.int(), z.string().regex(/^\d+$/, 'must be an integer')]).transform(String);

const listedOrder = z
  .object({
    order_index: integer,
    client_order_index: integer,
    is_ask: z.boolean(),
    type: z.string(),
    price: decimal,
    trigger_price: decimal,
    initial_base_amount: decimal,
    remaining_base_amount: decimal,
    reduce_only: z.boolean(),
    created_at: instantMs,
  })
  .transform((raw) => ({
    id: raw.order_index,
    clientOrderId: raw.client_order_index === '0' ? undefined : raw.client_order_index,
    side: raw.is_ask ? ('sell' as const) : ('buy' as const),
    type: raw.type,
    limitPrice: raw.price,
    /** Undefined: it has no trigger. */
    triggerPrice: Number(raw.trigger_price) > 0 ? raw.trigger_price : undefined,
    size: raw.remaining_base_amount,
    originalSize: raw.initial_base_amount,
    isReduceOnly: raw.reduce_only,
    createdMs: raw.created_at,
  }));

/** An order that rests or waits, as it is shown to its owner. */
export type ListedOrder = z.output<typeof listedOrder>;

/** Answer of `accountActiveOrders`: the orders with all that their owner is shown, and how many could not be read. */
export const listedOrders = z.object({ code: ok, orders: list(z.unknown()) }).transform(({ orders }) => {
  const { valid, malformed } = readEach(orders, listedOrder);
  return { orders: valid, malformedCount: malformed.length };
});

const key = z
  .object({ api_key_index: whole, public_key: z.string().regex(/^(0x)?[0-9a-fA-F]{80}$/, 'must be a public key') })
  .transform(({ api_key_index, public_key }) => ({
    apiKeyIndex: api_key_index,
    /** `0x` and 80 digits, in lower case. */
    publicKey: `0x${public_key.replace(/^0x/i, '').toLowerCase()}`,
  }));

/** Answer of `apikeys`. */
export const registeredKeys = z.object({ code: ok, api_keys: z.array(key) }).transform(({ api_keys }) => api_keys);

/** A key that an account has registered. */
export type RegisteredKey = z.output<typeof key>;
