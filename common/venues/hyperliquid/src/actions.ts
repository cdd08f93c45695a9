import { z } from 'zod';

/**
 * Trading actions of `POST /exchange`, as the venue documents them. Parsing puts the fields in the venue's order and spells
 * values as the venue does (decimals without trailing zeros, hexadecimal in lower case), since both are signed. No number is
 * rounded and no unknown field passes.
 * Source: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/exchange-endpoint.
 */

const DECIMALS_MAX = 8;
const ITEMS_MAX = 100;

const whole = z.int().nonnegative();
const decimal = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,20})?$/, 'must be a decimal string')
  .transform(withoutPadding)
  .refine((text) => (text.split('.')[1]?.length ?? 0) <= DECIMALS_MAX, `must have at most ${DECIMALS_MAX} decimals`);
const hexadecimal = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`), `must be 0x and ${digits} hexadecimal digits`)
    .transform((text) => text.toLowerCase());
const cloid = hexadecimal(32);
const oidOrCloid = z.union([whole, cloid]);

const limit = z.strictObject({ limit: z.strictObject({ tif: z.enum(['Alo', 'Ioc', 'Gtc', 'FrontendMarket']) }) });
const trigger = z.strictObject({
  trigger: z.strictObject({ isMarket: z.boolean(), triggerPx: decimal, tpsl: z.enum(['tp', 'sl']) }),
});
const order = z.strictObject({
  a: whole,
  b: z.boolean(),
  p: decimal,
  s: decimal,
  r: z.boolean(),
  t: z.union([limit, trigger]),
  c: cloid.exactOptional(),
});
const modification = z.strictObject({ oid: oidOrCloid, order });
const items = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(ITEMS_MAX);

/** Every trading action that has a signing family, by its type. */
export const tradingActions = {
  order: z.strictObject({
    type: z.literal('order'),
    orders: items(order),
    grouping: z.enum(['na', 'normalTpsl', 'positionTpsl']),
    builder: z.strictObject({ b: hexadecimal(40), f: whole }).exactOptional(),
  }),
  cancel: z.strictObject({
    type: z.literal('cancel'),
    cancels: items(z.strictObject({ a: whole, o: whole })),
  }),
  cancelByCloid: z.strictObject({
    type: z.literal('cancelByCloid'),
    cancels: items(z.strictObject({ asset: whole, cloid })),
  }),
  modify: z.strictObject({ type: z.literal('modify'), ...modification.shape }),
  batchModify: z.strictObject({ type: z.literal('batchModify'), modifies: items(modification) }),
  scheduleCancel: z.strictObject({ type: z.literal('scheduleCancel'), time: whole.exactOptional() }),
  updateLeverage: z.strictObject({
    type: z.literal('updateLeverage'),
    asset: whole,
    isCross: z.boolean(),
    leverage: whole.min(1),
  }),
  updateIsolatedMargin: z.strictObject({
    type: z.literal('updateIsolatedMargin'),
    asset: whole,
    isBuy: z.boolean(),
    ntli: z.int(),
  }),
} as const;

/** A trading action as it is signed. */
export type TradingAction = z.output<(typeof tradingActions)[keyof typeof tradingActions]>;
/** The venue's name of a trading action. */
export type TradingActionType = TradingAction['type'];
/** One order as the venue spells it. */
export type OrderWire = z.output<typeof order>;

/** Whether a text names a trading action. */
export function isTradingActionType(type: unknown): type is TradingActionType {
  return typeof type === 'string' && Object.hasOwn(tradingActions, type);
}

/** `010.500` is `10.5`: what the venue's own clients sign. */
function withoutPadding(text: string): string {
  const [integer = '', fraction = ''] = text.split('.');
  const decimals = fraction.replace(/0+$/, '');
  const digits = integer.replace(/^0+(?=\d)/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}
