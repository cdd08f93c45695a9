import { z } from 'zod';
import { Draws, keyOfName, keyWith } from '../../../../simulation/index.js';
import { dividedUp, formatDecimal, formatUsdc, larger, share, smaller } from '../units.js';

/**
 * A TWAP order: "divides a large order into smaller suborders and executes them in 30 second intervals". Its target is the
 * elapsed time divided by the total time times the total size; a suborder that catches up is at most three times a normal one.
 * Source: hyperliquid.gitbook.io/hyperliquid-docs/trading/order-types.
 */

const INTERVAL_MS = 30_000;
const SUBORDERS_A_MINUTE = 2;
const CATCHING_UP_MAX = 3n;
/** A randomised suborder is up to a fifth smaller or larger than a normal one, and up to a fifth of the interval late. */
const RANDOM_PERMILLE = 200;

const whole = z.union([z.bigint(), z.string().regex(/^\d+$/)]).transform((value) => BigInt(value));

const twapSchema = z.object({
  id: z.int(),
  user: z.string(),
  coin: z.string(),
  /** `B` buys, `A` sells. */
  side: z.enum(['B', 'A']),
  lots: whole,
  executedLots: whole,
  executedMicroUsdc: whole,
  minutes: z.int(),
  reduceOnly: z.boolean(),
  randomize: z.boolean(),
  /** When its first suborder was sent; for one that waits for its trigger, when it was placed. */
  startedMs: z.int(),
  /** When its next suborder is sent. */
  dueMs: z.int(),
  /** It starts when the mark is at the price or beyond. */
  trigger: z.object({ priceMicro: whole, above: z.boolean() }).nullable(),
  /** It ends when the mark reaches this price or a worse one. */
  stopPriceMicro: whole.nullable(),
  /** The venue's status; `waitingForTrigger` and `activated` are live. */
  status: z.enum(['waitingForTrigger', 'activated', 'finished', 'terminated', 'stopped', 'error']),
  /** Why it ended in an error. */
  problem: z.string().nullable(),
});

/** A TWAP order, live or ended. */
export type Twap = z.output<typeof twapSchema>;

/** Reads a stored TWAP order. */
export function parseTwap(document: string): Twap {
  return twapSchema.parse(JSON.parse(document));
}

/** Returns whether the TWAP order is live. */
export function isLiveTwap({ status }: Twap): boolean {
  return status === 'waitingForTrigger' || status === 'activated';
}

/** Returns whether the mark has reached its start price. */
export function isTriggered({ trigger }: Twap, markMicro: bigint): boolean {
  if (trigger === null) return true;
  return trigger.above ? markMicro >= trigger.priceMicro : markMicro <= trigger.priceMicro;
}

/** Returns whether the mark has reached its stop price. */
export function isStopped({ side, stopPriceMicro }: Twap, markMicro: bigint): boolean {
  if (stopPriceMicro === null) return false;
  return side === 'B' ? markMicro >= stopPriceMicro : markMicro <= stopPriceMicro;
}

/** Returns the size of the current suborder, and whether it is the last. */
export function suborderAt(twap: Twap, nowMs: number): { readonly lots: bigint; readonly isLast: boolean } {
  const [index, count] = [indexAt(twap, nowMs), countOf(twap)];
  const target = share(twap.lots, BigInt(index + 1), BigInt(count));
  const normal = dividedUp(twap.lots, BigInt(count));
  const isLast = index === count - 1;
  const wanted = target - twap.executedLots + (twap.randomize && !isLast ? deviation(twap, index, normal) : 0n);
  const open = twap.lots - twap.executedLots;
  return { lots: larger(0n, smaller(smaller(wanted, normal * CATCHING_UP_MAX), open)), isLast };
}

/** Returns when the suborder after the current one is sent. */
export function nextDueMs(twap: Twap, nowMs: number): number {
  const index = indexAt(twap, nowMs) + 1;
  const isLast = index === countOf(twap) - 1;
  const lateMs = twap.randomize && !isLast ? drawOf(twap, index, 'time') * INTERVAL_MS * (RANDOM_PERMILLE / 1_000) : 0;
  return twap.startedMs + index * INTERVAL_MS + Math.floor(lateMs);
}

/** Formats a TWAP order as in the venue's `twapHistory` and `twapStates`. */
export function twapState(twap: Twap, szDecimals: number) {
  return {
    coin: twap.coin,
    user: twap.user,
    side: twap.side,
    sz: formatDecimal(twap.lots, szDecimals),
    executedSz: formatDecimal(twap.executedLots, szDecimals),
    executedNtl: formatUsdc(twap.executedMicroUsdc),
    minutes: twap.minutes,
    reduceOnly: twap.reduceOnly,
    randomize: twap.randomize,
    timestamp: twap.startedMs,
    trigger: twap.trigger && { px: formatUsdc(twap.trigger.priceMicro), above: twap.trigger.above },
    stopPx: twap.stopPriceMicro === null ? null : formatUsdc(twap.stopPriceMicro),
  };
}

/** Counts the suborders: one at the start, one at the end, and one per interval between. */
function countOf({ minutes }: Twap): number {
  return minutes * SUBORDERS_A_MINUTE + 1;
}

/** Returns the index of the current suborder: missed ones are not sent later. */
function indexAt(twap: Twap, nowMs: number): number {
  return Math.min(countOf(twap) - 1, Math.floor((nowMs - twap.startedMs) / INTERVAL_MS));
}

function deviation(twap: Twap, index: number, normal: bigint): bigint {
  const permille = BigInt(Math.round((2 * drawOf(twap, index, 'size') - 1) * RANDOM_PERMILLE));
  return share(normal, permille, 1_000n);
}

function drawOf({ id }: Twap, index: number, purpose: 'size' | 'time'): number {
  return new Draws(keyWith(keyOfName(id, `twap ${purpose}`), index)).uniform();
}
