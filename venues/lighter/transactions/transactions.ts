import { readEach } from '@platform/kit/json';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type Attributes, attributes } from './attributes.js';
import * as field from './fields.js';
import { nameOfType, transactionTypes } from './kinds.js';

/**
 * Signed transactions as the official library writes them (`tx_info`). They are read from JSON in which integers beyond 2^53 - 1 are texts. A
 * field too many or too few refuses the whole, since it could be one that the hash covers. What fields mean together is the venue's to judge.
 * Reasons: docs/decisions/venues/lighter-transactions.md.
 */

/** What every transaction says. */
interface Head {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** Milliseconds since the Unix epoch; the venue takes it until then. */
  readonly expiredAt: number;
  readonly nonce: bigint;
  readonly attributes: Attributes;
}

/** A transaction with the signatures that came with it. */
export interface SignedTransaction<Signed = Transaction> {
  readonly transaction: Signed;
  /** The API key's. */
  readonly signature: Hex;
  /** The account's owner's on Ethereum; undefined where there is none yet, or none is wanted. */
  readonly ownerSignature: Hex | undefined;
}

const tail = {
  ApiKeyIndex: field.apiKeyIndex,
  ExpiredAt: field.expiredAt,
  Nonce: field.nonce,
  Sig: field.signature,
  L2TxAttributes: attributes,
};
const head = { AccountIndex: field.accountIndex, ...tail };
const fromHead = { FromAccountIndex: field.accountIndex, ...tail };

/** The fields that all kinds share, of which one has two names. */
type RawHead = z.output<z.ZodObject<typeof tail>> &
  ({ readonly AccountIndex: number } | { readonly FromAccountIndex: number });

const rawOrder = {
  MarketIndex: field.marketIndex,
  ClientOrderIndex: field.clientOrderIndex,
  BaseAmount: field.size,
  Price: field.price,
  IsAsk: field.flag,
  Type: field.orderType,
  TimeInForce: field.timeInForce,
  ReduceOnly: field.flag,
  TriggerPrice: field.triggerPrice,
  OrderExpiry: field.orderTime,
};

/** An order. Sizes and prices are integers in units of the market's last decimal; zero says "none" where a field may be left out. */
export type Order = ReturnType<typeof orderOf>;

const createOrder = z
  .strictObject({ ...head, ...rawOrder })
  .transform((raw) => signed(raw, { kind: 'createOrder', order: orderOf(raw) }));

const createGroupedOrders = z
  .strictObject({
    ...head,
    GroupingType: field.grouping,
    Orders: z.array(z.strictObject(rawOrder).transform(orderOf)).min(1).max(3),
  })
  .transform((raw) => signed(raw, { kind: 'createGroupedOrders', grouping: raw.GroupingType, orders: raw.Orders }));

/** `index` is the client's or the venue's number of the order. */
const cancelOrder = z
  .strictObject({ ...head, MarketIndex: field.marketIndex, Index: field.orderIndex })
  .transform((raw) => signed(raw, { kind: 'cancelOrder', marketIndex: raw.MarketIndex, index: raw.Index }));

/** `time` is when a scheduled one happens, in milliseconds; 0 for the others. */
const cancelAllOrders = z
  .strictObject({ ...head, TimeInForce: field.cancelTiming, Time: field.orderTime })
  .transform((raw) => signed(raw, { kind: 'cancelAllOrders', timing: raw.TimeInForce, time: raw.Time }));

const modifyOrder = z
  .strictObject({
    ...head,
    MarketIndex: field.marketIndex,
    Index: field.orderIndex,
    BaseAmount: field.size,
    Price: field.price,
    TriggerPrice: field.triggerPrice,
  })
  .transform((raw) =>
    signed(raw, {
      ...{ kind: 'modifyOrder', marketIndex: raw.MarketIndex, index: raw.Index, baseAmount: raw.BaseAmount },
      ...{ price: raw.Price, triggerPrice: raw.TriggerPrice },
    }),
  );

/** The fraction is in parts of 10,000: leverage is 10,000 by it. */
const updateLeverage = z
  .strictObject({
    ...head,
    MarketIndex: field.marketIndex,
    InitialMarginFraction: field.marginFraction,
    MarginMode: field.marginMode,
  })
  .transform((raw) =>
    signed(raw, {
      ...{ kind: 'updateLeverage', marketIndex: raw.MarketIndex },
      ...{ initialMarginFraction: raw.InitialMarginFraction, marginMode: raw.MarginMode },
    }),
  );

/** The amount is in micro-USDC. The library signs negative ones too; they mean nothing and are refused here. */
const updateMargin = z
  .strictObject({
    ...head,
    MarketIndex: field.marketIndex,
    USDCAmount: field.amount,
    Direction: field.marginDirection,
  })
  .transform((raw) =>
    signed(raw, {
      ...{ kind: 'updateMargin', marketIndex: raw.MarketIndex },
      ...{ amount: raw.USDCAmount, direction: raw.Direction },
    }),
  );

const changePubKey = z
  .strictObject({ ...head, PubKey: field.publicKey, L1Sig: field.ownerSignature })
  .transform((raw) => signed(raw, { kind: 'changePubKey', publicKey: raw.PubKey }, raw.L1Sig));

const withdraw = z
  .strictObject({
    ...fromHead,
    AssetIndex: field.assetIndex,
    RouteType: field.route,
    Amount: field.amount,
  })
  .transform((raw) =>
    signed(raw, { kind: 'withdraw', assetIndex: raw.AssetIndex, route: raw.RouteType, amount: raw.Amount }),
  );

const transfer = z
  .strictObject({
    ...fromHead,
    ToAccountIndex: field.accountIndex,
    AssetIndex: field.assetIndex,
    FromRouteType: field.route,
    ToRouteType: field.route,
    Amount: field.amount,
    USDCFee: field.fee,
    Memo: field.memo,
    L1Sig: field.ownerSignature,
  })
  .transform((raw) =>
    signed(
      raw,
      {
        ...{ kind: 'transfer', toAccountIndex: raw.ToAccountIndex, assetIndex: raw.AssetIndex },
        ...{ fromRoute: raw.FromRouteType, toRoute: raw.ToRouteType, amount: raw.Amount, fee: raw.USDCFee },
        memo: raw.Memo,
      },
      raw.L1Sig,
    ),
  );

/** A transaction of a kind that is read. */
export type Transaction = z.output<
  | typeof changePubKey
  | typeof transfer
  | typeof withdraw
  | typeof createOrder
  | typeof cancelOrder
  | typeof cancelAllOrders
  | typeof modifyOrder
  | typeof updateLeverage
  | typeof createGroupedOrders
  | typeof updateMargin
>['transaction'];

const schemas = new Map<number, z.ZodType<SignedTransaction>>([
  [transactionTypes.changePubKey, changePubKey],
  [transactionTypes.transfer, transfer],
  [transactionTypes.withdraw, withdraw],
  [transactionTypes.createOrder, createOrder],
  [transactionTypes.cancelOrder, cancelOrder],
  [transactionTypes.cancelAllOrders, cancelAllOrders],
  [transactionTypes.modifyOrder, modifyOrder],
  [transactionTypes.updateLeverage, updateLeverage],
  [transactionTypes.createGroupedOrders, createGroupedOrders],
  [transactionTypes.updateMargin, updateMargin],
]);

/** What the reading of a transaction came to: the transaction, or the name of its type (if it has one) and why it was refused. */
export type ReadTransaction =
  | { readonly isRead: true; readonly signed: SignedTransaction }
  | { readonly isRead: false; readonly name: string | undefined; readonly reason: string };

/** Reads a transaction of one type. */
export function readTransaction(type: number, txInfo: unknown): ReadTransaction {
  const name = nameOfType(type);
  const schema = schemas.get(type);
  if (schema === undefined) return { isRead: false, name, reason: `transactions of type ${type} are not read` };
  const { valid, malformed } = readEach([txInfo], schema);
  const [signed] = valid;
  return signed === undefined
    ? { isRead: false, name, reason: malformed[0]?.reason ?? 'is malformed' }
    : { isRead: true, signed };
}

function signed<const Body extends { readonly kind: keyof typeof transactionTypes }>(
  raw: RawHead,
  body: Body,
  ownerSignature?: Hex,
): SignedTransaction<Head & Body> {
  const accountIndex = 'AccountIndex' in raw ? raw.AccountIndex : raw.FromAccountIndex;
  const { ApiKeyIndex: apiKeyIndex, ExpiredAt: expiredAt, Nonce: nonce, L2TxAttributes: attributes } = raw;
  const transaction = { ...body, accountIndex, apiKeyIndex, expiredAt, nonce, attributes };
  return { transaction, signature: raw.Sig, ownerSignature };
}

function orderOf(raw: z.output<z.ZodObject<typeof rawOrder>>) {
  return {
    marketIndex: raw.MarketIndex,
    clientOrderIndex: raw.ClientOrderIndex,
    baseAmount: raw.BaseAmount,
    price: raw.Price,
    isAsk: raw.IsAsk,
    type: raw.Type,
    timeInForce: raw.TimeInForce,
    isReduceOnly: raw.ReduceOnly,
    triggerPrice: raw.TriggerPrice,
    orderExpiry: raw.OrderExpiry,
  } as const;
}
