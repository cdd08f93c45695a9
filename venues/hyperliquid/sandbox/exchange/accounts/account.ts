import { z } from 'zod';
import type { Perpetual } from '../../market.js';
import { notionalOf } from '../units.js';

/** Stored as text, exact. */
const whole = z.union([z.bigint(), z.string().regex(/^-?\d+$/)]).transform((value) => BigInt(value));

const leverageSchema = z.object({ type: z.enum(['cross', 'isolated']), value: z.int().positive() });

const positionSchema = z.object({
  /** Positive when long, negative when short, never 0. */
  lots: whole,
  /** The cost of the open size, with the size's sign. */
  entryMicroUsdc: whole,
  /** Reserved for this position alone; 0 under cross margin. */
  isolatedMarginMicroUsdc: whole,
  /** Funding paid (positive) or received since the position was opened, and since its size changed last. */
  fundingSinceOpenMicroUsdc: whole,
  fundingSinceChangeMicroUsdc: whole,
  /** Fundings stamped later are still unpaid. */
  fundedUntilMs: z.int(),
});

const accountSchema = z.object({
  address: z.string(),
  /** Perpetual balance: deposits and profits less losses and the margin reserved for isolated positions. */
  cashMicroUsdc: whole,
  spotMicroUsdc: whole,
  positions: z.record(z.string(), positionSchema),
  /** As last set by the user; coins without an entry have cross margin at the venue's default. */
  leverages: z.record(z.string(), leverageSchema),
  /** Total funding paid, by coin. */
  fundingMicroUsdc: z.record(z.string(), whole),
  /** The highest fee each builder may take, in tenths of a basis point. */
  builderFees: z.record(z.string(), z.int()),
  referrer: z.string().nullable(),
  tradedMicroUsdc: whole,
  requests: z.int(),
  /** Requests bought beyond what trading allows. */
  reservedRequests: z.int().default(0),
  /** When it last acted beyond its allowance; 0: never. */
  slowedMs: z.int().default(0),
  /** When all open orders are canceled. */
  scheduledCancelMs: z.int().nullable(),
});

/** A user's margin mode and leverage for a coin. */
export type Leverage = z.output<typeof leverageSchema>;
/** An open position. */
export type Position = z.output<typeof positionSchema>;
/** The venue's data of a user besides orders and events. */
export type Account = z.output<typeof accountSchema>;

/** The venue's leverage until a user sets one, unless the coin allows less. */
const DEFAULT_LEVERAGE = 20;

/** Returns an account without any history. */
export function newAccount(address: string): Account {
  return {
    address,
    cashMicroUsdc: 0n,
    spotMicroUsdc: 0n,
    positions: {},
    leverages: {},
    fundingMicroUsdc: {},
    builderFees: {},
    referrer: null,
    tradedMicroUsdc: 0n,
    requests: 0,
    reservedRequests: 0,
    slowedMs: 0,
    scheduledCancelMs: null,
  };
}

/** Reads a stored account. */
export function parseAccount(document: string): Account {
  return accountSchema.parse(JSON.parse(document));
}

/** Returns the leverage that applies to a coin. */
export function leverageOf(account: Account, perpetual: Perpetual): Leverage {
  return (
    account.leverages[perpetual.coin] ?? { type: 'cross', value: Math.min(DEFAULT_LEVERAGE, perpetual.maxLeverage) }
  );
}

/** Returns the profit of closing a position at the price. */
export function unrealised(position: Position, priceMicro: bigint, { szDecimals }: Perpetual): bigint {
  return notionalOf(position.lots, priceMicro, szDecimals) - position.entryMicroUsdc;
}
