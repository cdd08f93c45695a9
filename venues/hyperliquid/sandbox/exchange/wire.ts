import { z } from 'zod';

/**
 * Requests of `POST /exchange`. Parsing puts an action's fields in the venue's order and spells its values as the venue does (decimals
 * without trailing zeros, hexadecimal in lower case): a client that signed another spelling signed another action, and its signer is not
 * recognised, as at the real venue.
 */

const DECIMALS_MAX = 8;

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase());
const hex32 = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const cloid = z
  .string()
  .regex(/^0x[0-9a-fA-F]{32}$/)
  .transform((text) => text.toLowerCase());
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text))
  .refine((text) => (text.split('.')[1]?.length ?? 0) <= DECIMALS_MAX);
const id = z.int().nonnegative();
/** Absent and null are the same. */
const optional = <Output>(schema: z.ZodType<Output>) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** The fields of every action's request. */
export const envelope = z.object({
  action: z.looseObject({ type: z.string() }),
  nonce: id,
  signature: z.object({ r: hex32, s: hex32, v: z.union([z.literal(0), z.literal(1), z.literal(27), z.literal(28)]) }),
  vaultAddress: optional(address),
  expiresAfter: optional(id),
});

const limit = z.object({ limit: z.object({ tif: z.enum(['Alo', 'Ioc', 'Gtc', 'FrontendMarket']) }) });
const trigger = z.object({
  trigger: z.object({ isMarket: z.boolean(), triggerPx: decimal, tpsl: z.enum(['tp', 'sl']) }),
});

const order = z.object({
  a: id,
  b: z.boolean(),
  p: decimal,
  s: decimal,
  r: z.boolean(),
  t: z.union([limit, trigger]),
  c: optional(cloid),
});

const builder = z.object({ b: address, f: id });
const oidOrCloid = z.union([id, cloid]);
const modification = z.object({ oid: oidOrCloid, order });

const twapOrder = z.object({
  type: z.literal('twapOrder'),
  twap: z.object({ a: id, b: z.boolean(), s: decimal, r: z.boolean(), m: id, t: z.boolean() }),
  details: optional(z.object({ t: z.object({ p: decimal, a: z.boolean() }).nullable(), s: decimal.nullable() })),
});
const twapCancel = z.object({ type: z.literal('twapCancel'), a: id, t: id });

/** A TWAP order, with its start and stop prices, if any. */
export type TwapOrderWire = z.output<typeof twapOrder>;
/** The TWAP order to cancel. */
export type TwapCancelWire = z.output<typeof twapCancel>;
/** One order of an action. */
export type OrderWire = z.output<typeof order>;
/** The replacement of an order. */
export type Modification = z.output<typeof modification>;

/** Trading actions, fields in the venue's order. */
export const l1Actions = {
  order: z.object({
    type: z.literal('order'),
    orders: z.array(order),
    grouping: z.enum(['na', 'normalTpsl', 'positionTpsl']),
    builder: optional(builder),
  }),
  cancel: z.object({ type: z.literal('cancel'), cancels: z.array(z.object({ a: id, o: id })) }),
  cancelByCloid: z.object({ type: z.literal('cancelByCloid'), cancels: z.array(z.object({ asset: id, cloid })) }),
  modify: z.object({ type: z.literal('modify'), oid: oidOrCloid, order }),
  batchModify: z.object({ type: z.literal('batchModify'), modifies: z.array(modification) }),
  twapOrder,
  twapCancel,
  scheduleCancel: z.object({ type: z.literal('scheduleCancel'), time: optional(id) }),
  updateLeverage: z.object({ type: z.literal('updateLeverage'), asset: id, isCross: z.boolean(), leverage: id }),
  updateIsolatedMargin: z.object({
    type: z.literal('updateIsolatedMargin'),
    asset: id,
    isBuy: z.boolean(),
    ntli: z.int(),
  }),
  topUpIsolatedOnlyMargin: z.object({ type: z.literal('topUpIsolatedOnlyMargin'), asset: id, leverage: decimal }),
  reserveRequestWeight: z.object({
    type: z.literal('reserveRequestWeight'),
    weight: id,
    destination: optional(address),
  }),
  setReferrer: z.object({ type: z.literal('setReferrer'), code: z.string().min(1).max(20) }),
  noop: z.object({ type: z.literal('noop') }),
};

const userSigned = {
  hyperliquidChain: z.string(),
  signatureChainId: z.string().regex(/^0x[0-9a-fA-F]{1,12}$/),
};
const amount = z.string().min(1).max(80);
const destination = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** Actions that a user's own key signs, field by field. */
export const userActions = {
  usdSend: z.object({ type: z.literal('usdSend'), ...userSigned, destination, amount, time: id }),
  withdraw3: z.object({ type: z.literal('withdraw3'), ...userSigned, destination, amount, time: id }),
  usdClassTransfer: z.object({
    type: z.literal('usdClassTransfer'),
    ...userSigned,
    amount,
    toPerp: z.boolean(),
    nonce: id,
  }),
  approveAgent: z.object({
    type: z.literal('approveAgent'),
    ...userSigned,
    agentAddress: address,
    agentName: z
      .string()
      .nullish()
      .transform((name) => name ?? ''),
    nonce: id,
  }),
  approveBuilderFee: z.object({
    type: z.literal('approveBuilderFee'),
    ...userSigned,
    maxFeeRate: z.string().regex(/^\d+(\.\d{1,4})?%$/),
    builder: address,
    nonce: id,
  }),
};
