import { parse } from '@platform/errors';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type Side, type Sizing, unitsOf } from './amounts.js';
import type { TimeInForce } from './orders.js';

/** What an order trades: a token of a market, or a position of the third exchange. */
export interface TradedAsset {
  readonly id: bigint;
  readonly isPosition: boolean;
}

/** An order to place. */
export interface OrderPlacement {
  readonly kind: 'placement';
  readonly asset: TradedAsset;
  readonly side: Side;
  readonly sizing: Sizing;
  readonly terms: TimeInForce;
}

/** Orders to cancel. */
export interface Cancellation {
  readonly kind: 'cancellation';
  readonly of:
    | { readonly kind: 'named'; readonly orderIds: readonly Hex[] }
    | { readonly kind: 'all' }
    /** Those of a market, of a token, or of both; at least one of them is there. */
    | { readonly kind: 'market'; readonly conditionId: Hex | undefined; readonly tokenId: bigint | undefined }
    /** The open orders of a token that have this side, price and size, in units of 10^-6. */
    | {
        readonly kind: 'alike';
        readonly tokenId: bigint;
        readonly side: Side;
        readonly price: bigint;
        readonly size: bigint;
      };
}

/** Shares that are exchanged for pUSD, or pUSD for shares, without the book. */
export type PositionChange =
  | { readonly kind: 'redemption'; readonly conditionId: Hex }
  | { readonly kind: 'split' | 'merge'; readonly conditionId: Hex /** In units of 10^-6. */; readonly amount: bigint };

/** An action that only trades. */
export type TradingAction = OrderPlacement | Cancellation | PositionChange;

const ORDERS_MAX = 100;
const ALL_DIGITS_MAX = 10;
const ASSET_ID_MAX = 2n ** 256n - 1n;
/** More than all pUSD that there is. */
const AMOUNT_MAX = 10n ** 15n;
const PRICE_MAX = unitsOf('1');

const number = z
  .union([z.string(), z.number()], 'must be a decimal number')
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^(0|[1-9]\d{0,8})(\.\d{1,6})?$/, 'must be a decimal number with at most nine digits and six decimals'),
  )
  .transform(unitsOf)
  .refine((units) => units > 0n, 'must be above zero');
const price = number.refine((units) => units < PRICE_MAX, 'must be below one');
/** One is the market's highest price. */
const worstPrice = number.refine((units) => units <= PRICE_MAX, 'must not exceed one');
const side = z.enum(['BUY', 'SELL']);
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits')
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`);
const assetId = z
  .string()
  .regex(/^[1-9]\d{0,77}$/, 'must be a number in decimal digits')
  .transform(BigInt)
  .refine((id) => id <= ASSET_ID_MAX, 'must be below 2^256');
const baseUnits = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be a whole number above zero in decimal digits')
  .transform(BigInt)
  .refine((units) => units <= AMOUNT_MAX, `must be at most ${AMOUNT_MAX}`);
/** Seconds since the Unix epoch; none: the order has no end. */
const expiration = z
  .union([z.string(), z.number()], 'must be a whole number of seconds')
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^(0|[1-9]\d*)$/, 'must be a whole number of seconds')
      .max(ALL_DIGITS_MAX),
  )
  .transform((text) => (text === '0' ? undefined : Number(text)))
  .optional();
const asset = { tokenID: assetId.optional(), positionID: assetId.optional() };

/** The fields that say how long an order stands, as the caller gave them. */
interface AskedTerms {
  readonly orderType: TimeInForce['orderType'];
  readonly expiration: number | undefined;
  readonly postOnly: boolean;
}

const schemas = {
  order: z
    .strictObject({
      type: z.literal('order'),
      order: z.strictObject({
        tokenId: assetId,
        side,
        makerAmount: baseUnits,
        takerAmount: baseUnits,
        expiration,
      }),
      orderType: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
      postOnly: z.boolean().default(false),
    })
    .transform(({ order, orderType, postOnly }, context): OrderPlacement => {
      const { makerAmount, takerAmount } = order;
      const [paid, shares] = order.side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
      if (paid >= shares) context.addIssue({ code: 'custom', path: ['order'], message: 'must have a price below one' });
      return {
        kind: 'placement',
        asset: { id: order.tokenId, isPosition: false },
        side: order.side,
        sizing: { kind: 'exact', makerAmount, takerAmount },
        terms: termsOf({ orderType, postOnly, expiration: order.expiration }, context, ['order', 'expiration']),
      };
    }),
  placeLimitOrder: z
    .strictObject({
      type: z.literal('placeLimitOrder'),
      ...asset,
      side,
      size: number,
      price,
      orderType: z.enum(['GTC', 'GTD']).default('GTC'),
      expiration,
      postOnly: z.boolean().default(false),
    })
    .transform((asked, context): OrderPlacement => {
      const { size, price, orderType, postOnly, expiration } = asked;
      return {
        kind: 'placement',
        asset: assetOf(asked, context),
        side: asked.side,
        sizing: { kind: 'limit', size, price },
        terms: termsOf({ orderType, postOnly, expiration }, context, ['expiration']),
      };
    }),
  placeMarketOrder: z
    .strictObject({
      type: z.literal('placeMarketOrder'),
      ...asset,
      side,
      amount: number,
      price: worstPrice,
      orderType: z.enum(['FOK', 'FAK']).default('FOK'),
    })
    .transform((asked, context): OrderPlacement => {
      const { amount, price, orderType } = asked;
      return {
        kind: 'placement',
        asset: assetOf(asked, context),
        side: asked.side,
        sizing: { kind: 'market', amount, price },
        terms: { orderType },
      };
    }),
  cancelOrder: z
    .union(
      [
        z.strictObject({ type: z.literal('cancelOrder'), orderID: hash }).transform(({ orderID }) => named([orderID])),
        z
          .strictObject({ type: z.literal('cancelOrder'), tokenID: assetId, side, price, size: number })
          .transform(({ tokenID, side, price, size }): Cancellation['of'] => ({
            ...{ kind: 'alike', tokenId: tokenID, side, price, size },
          })),
      ],
      'has orderID, or tokenID, side, price and size',
    )
    .transform(cancellation),
  cancelOrders: z
    .strictObject({ type: z.literal('cancelOrders'), orderIDs: z.array(hash).min(1).max(ORDERS_MAX) })
    .transform(({ orderIDs }) => cancellation(named(orderIDs))),
  cancelAll: z.strictObject({ type: z.literal('cancelAll') }).transform(() => cancellation({ kind: 'all' })),
  cancelMarketOrders: z
    .strictObject({ type: z.literal('cancelMarketOrders'), market: hash.optional(), asset_id: assetId.optional() })
    .refine(({ market, asset_id }) => market !== undefined || asset_id !== undefined, 'has market, asset_id or both')
    .transform(({ market, asset_id }) => cancellation({ kind: 'market', conditionId: market, tokenId: asset_id })),
  redeemPositions: z
    .strictObject({ type: z.literal('redeemPositions'), conditionId: hash })
    .transform(({ conditionId }): PositionChange => ({ kind: 'redemption', conditionId })),
  splitPosition: z
    .strictObject({ type: z.literal('splitPosition'), conditionId: hash, amount: number })
    .transform(({ conditionId, amount }): PositionChange => ({ kind: 'split', conditionId, amount })),
  mergePositions: z
    .strictObject({ type: z.literal('mergePositions'), conditionId: hash, amount: number })
    .transform(({ conditionId, amount }): PositionChange => ({ kind: 'merge', conditionId, amount })),
} as const satisfies Readonly<Record<string, z.ZodType<TradingAction>>>;

/** The name of a trading family: a call of the venue, or of its official clients. */
export type TradingFamily = keyof typeof schemas;
/** The names of all trading families. */
export const tradingFamilies: readonly string[] = Object.keys(schemas);

/** Returns whether a value names a trading family. */
export function isTradingFamily(type: unknown): type is TradingFamily {
  return typeof type === 'string' && Object.hasOwn(schemas, type);
}

/** Reads an action of a family. Throws `native_action_invalid` naming each wrong field. */
export function parseTradingAction(family: TradingFamily, input: unknown): TradingAction {
  const nameOf = (path: readonly PropertyKey[]) => ['action', ...path].map(String).join('.');
  return parse<TradingAction>(schemas[family], input, { code: 'native_action_invalid', nameOf });
}

type Context = z.core.$RefinementCtx;

function termsOf({ orderType, expiration, postOnly }: AskedTerms, context: Context, path: string[]): TimeInForce {
  const problem = (message: string, at = path) => context.addIssue({ code: 'custom', path: at, message });
  if (orderType !== 'GTD' && expiration !== undefined) problem('is for orders of the type GTD alone');
  if (orderType === 'GTC') return { orderType, postOnly };
  if (orderType === 'GTD') {
    if (expiration === undefined) problem('is required for orders of the type GTD');
    return { orderType, postOnly, expirationS: expiration ?? 0 };
  }
  if (postOnly) problem('is for orders of the types GTC and GTD alone', ['postOnly']);
  return { orderType };
}

function assetOf(
  { tokenID, positionID }: { readonly tokenID?: bigint | undefined; readonly positionID?: bigint | undefined },
  context: Context,
): TradedAsset {
  const id = tokenID ?? positionID;
  if (id === undefined || (tokenID !== undefined && positionID !== undefined))
    context.addIssue({ code: 'custom', path: ['tokenID'], message: 'is required, or positionID, but not both' });
  return { id: id ?? 0n, isPosition: positionID !== undefined };
}

function named(orderIds: readonly Hex[]): Cancellation['of'] {
  return { kind: 'named', orderIds: [...new Set(orderIds)] };
}

function cancellation(of: Cancellation['of']): Cancellation {
  return { kind: 'cancellation', of };
}
