import { z } from 'zod';
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

/** A request to sign. */
export type TradingRequest = OrderRequest | CancelRequest;

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
const tradingRequest = z.discriminatedUnion('kind', [orderRequest, cancelRequest]);

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
