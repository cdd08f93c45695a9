import { z } from 'zod';
import { storedInteger } from '../../../simulation/index.js';

const orderSchema = z.object({
  /** The venue's number of it. */
  index: z.int(),
  /** 0: the client gave it none. */
  clientIndex: z.int(),
  accountIndex: z.int(),
  marketId: z.int(),
  isAsk: z.boolean(),
  /** `twapSub` is a part of a `twap`; `liquidation` is the venue's own. */
  type: z.enum([
    ...['limit', 'market', 'stopLoss', 'stopLossLimit', 'takeProfit', 'takeProfitLimit', 'twap', 'twapSub'],
    'liquidation',
  ] as const),
  timeInForce: z.enum(['immediateOrCancel', 'goodTillTime', 'postOnly']),
  isReduceOnly: z.boolean(),
  /** Sizes and prices are in units of the market's last decimal; a size times a price is in millionths of USDC. */
  size: storedInteger,
  remaining: storedInteger,
  filledMicroUsdc: storedInteger,
  price: storedInteger,
  /** 0: it has no trigger. */
  triggerPrice: storedInteger,
  /** When it ends by itself; 0: at once. */
  expiresMs: z.int(),
  /** `pending`: it waits for its trigger, or for the time of its next part; `open`: it rests; any other: it has ended. */
  status: z.string(),
  nonce: storedInteger,
  /** The order whose fill it waits for, or whose part it is; 0: none. */
  parentIndex: z.int(),
  /** The order whose fill ends it; 0: none. */
  siblingIndex: z.int(),
  /** When a TWAP order places its next part; 0 for all others. */
  nextPartMs: z.int().default(0),
  /** What the parts of a TWAP order were placed with and not filled with. It is not tried again. */
  unfilled: storedInteger.default(0n),
  createdMs: z.int(),
  changedMs: z.int(),
});

/** An order of an account. */
export type Order = z.output<typeof orderSchema>;

/** A part of an order that is executed at one price. */
export interface Match {
  readonly size: bigint;
  readonly price: bigint;
  /** Whether the order took it from the book; otherwise it was resting there. */
  readonly isTaken: boolean;
  /** Whether the venue's insurance fund took it over. */
  readonly isTakenOver?: boolean;
}

/** Reads a stored order. */
export function parseOrder(document: string): Order {
  return orderSchema.parse(JSON.parse(document));
}

/** Returns whether it may still be filled. */
export function isLive({ status }: Order): boolean {
  return status === 'open' || status === 'pending';
}

/** Returns whether it waits for its trigger, for another order, or for the time of its next part. */
export function isWaiting({ status }: Order): boolean {
  return status === 'pending';
}

/** Returns whether its limit allows a trade at a price. */
export function isWithin({ isAsk, price: limit }: Pick<Order, 'isAsk' | 'price'>, price: bigint): boolean {
  return isAsk ? price >= limit : price <= limit;
}
