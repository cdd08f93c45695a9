import type { Hex } from 'viem';
import { z } from 'zod';
import type { PositionChange } from './actions.js';
import type { OrderAmounts, Side } from './amounts.js';
import { type ExchangeVersion, exchangeVersions } from './contracts.js';
import type { TimeInForce } from './orders.js';

/** What a wallet is asked to sign for the venue: everything that is decided, without what the wallet alone knows. */

/** An order in a market whose facts were read. */
export interface OrderRequest extends OrderAmounts {
  readonly kind: 'order';
  readonly version: ExchangeVersion;
  readonly isNegRisk: boolean;
  readonly salt: number;
  readonly tokenId: bigint;
  readonly side: Side;
  readonly terms: TimeInForce;
}

/** The calls that cancel orders. */
const cancelPaths = ['/order', '/orders', '/cancel-all', '/cancel-market-orders'] as const;

/** A cancel, as it is sent. */
export interface CancelRequest {
  readonly kind: 'cancel';
  readonly path: (typeof cancelPaths)[number];
  /** JSON text; undefined: it has none. */
  readonly body?: string | undefined;
}

/** A change of positions in a market whose facts were read: the chain takes it, as a batch of the account's deposit wallet. */
export interface BatchRequest {
  readonly kind: 'batch';
  readonly change: PositionChange;
  readonly isNegRisk: boolean;
  /** The shares of the market's two outcomes. */
  readonly tokens: readonly [bigint, bigint];
}

/** A request to sign. */
export type TradingRequest = OrderRequest | CancelRequest | BatchRequest;

const units = z
  .string()
  .regex(/^[1-9]\d{0,77}$/)
  .transform(BigInt);
const terms = z.union([
  z.strictObject({ orderType: z.literal('GTC'), postOnly: z.boolean() }),
  z.strictObject({ orderType: z.literal('GTD'), postOnly: z.boolean(), expirationS: z.int().positive() }),
  z.strictObject({ orderType: z.enum(['FOK', 'FAK']) }),
]) satisfies z.ZodType<TimeInForce>;
const orderRequest = z.strictObject({
  kind: z.literal('order'),
  version: z.literal(exchangeVersions),
  isNegRisk: z.boolean(),
  salt: z.int().positive(),
  tokenId: units,
  side: z.enum(['BUY', 'SELL']),
  makerAmount: units,
  takerAmount: units,
  terms,
}) satisfies z.ZodType<OrderRequest>;
const cancelRequest = z.strictObject({
  kind: z.literal('cancel'),
  path: z.enum(cancelPaths),
  body: z.string().optional(),
}) satisfies z.ZodType<CancelRequest>;
const conditionId = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value));
const batchRequest = z.strictObject({
  kind: z.literal('batch'),
  change: z.union([
    z.strictObject({ kind: z.literal('redemption'), conditionId }),
    z.strictObject({ kind: z.enum(['split', 'merge']), conditionId, amount: units }),
  ]) satisfies z.ZodType<PositionChange>,
  isNegRisk: z.boolean(),
  tokens: z.tuple([units, units]),
}) satisfies z.ZodType<BatchRequest>;
const tradingRequest = z.discriminatedUnion('kind', [orderRequest, cancelRequest, batchRequest]);

/** Returns the JSON text of a request. */
export function requestText(request: TradingRequest): string {
  return JSON.stringify(request, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Reads the JSON text of a request; undefined for any other text. */
export function readRequest(text: string): TradingRequest | undefined {
  try {
    return tradingRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
