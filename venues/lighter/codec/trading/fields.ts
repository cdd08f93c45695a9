import { z } from 'zod';

/** The fields of actions, in the bounds that the official signer (lighter-sdk 1.1.8) keeps; an integer may be written as decimal text. */

const MARKET_MAX = 2n ** 48n - 1n;
/** It stands for "no market", or for all of them. */
export const NIL_MARKET = 255;
const CLIENT_ORDER_MAX = 2n ** 48n - 1n;
const ORDER_MAX = 2n ** 60n - 1n;
const SIZE_MAX = 2n ** 48n - 1n;
const PRICE_MAX = 2n ** 32n - 1n;
const INT64_MAX = 2n ** 63n - 1n;
/** In micro-USDC. */
const AMOUNT_MAX = 2n ** 60n - 1n;
const USDC_DECIMALS = 6;
const DIGITS_MAX = 19;

/** A number of JSON beyond 2^53 - 1 may have been rounded, so such an integer is written as text. */
const integerText = z
  .union(
    [z.int(), z.string().regex(new RegExp(`^-?\\d{1,${DIGITS_MAX}}$`))],
    'must be an integer, as text from 2^53 on',
  )
  .transform(BigInt);

/** An integer of any size. */
function large(least: bigint, most: bigint) {
  return integerText.refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);
}

/** An integer that fits into a number. */
function whole(least: bigint, most: bigint) {
  return large(least, most).transform(Number);
}

/** One of several choices, by the number that the venue gives it. */
export function choice<const Name extends string>(names: readonly Name[]) {
  return z.union([z.int(), z.string().regex(/^\d$/)], 'must be a number').transform((given, context): Name => {
    const name = names[Number(given)];
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: `must be from 0 to ${names.length - 1}` });
    return z.NEVER;
  });
}

export const marketOrAll = whole(0n, MARKET_MAX);
export const marketIndex = marketOrAll.refine((index) => index !== NIL_MARKET, 'must be a market');
/** Zero stands for none. */
export const clientOrderIndex = whole(0n, CLIENT_ORDER_MAX);
/** The venue's number of an order, or the client's. */
export const orderIndex = large(1n, ORDER_MAX);
export const orderVersion = whole(0n, CLIENT_ORDER_MAX);
export const size = whole(0n, SIZE_MAX);
export const price = whole(1n, PRICE_MAX);
export const triggerPrice = whole(0n, PRICE_MAX);
/** Milliseconds since the Unix epoch; 0: none; -1: the signer's 28 days. */
export const orderExpiry = large(-1n, INT64_MAX);
export const timestampMs = large(0n, INT64_MAX);
export const flag = z.union([z.boolean(), z.literal([0, 1])], 'must be true or false').transform(Boolean);
export const leverage = whole(1n, 10_000n);
export const selfTradeBehaviorMode = whole(0n, 3n);
export const selfTradeEqualityMode = whole(0n, 1n);

/** An amount of USDC, in micro-USDC. */
export const usdcAmount = z
  .union([z.string(), z.number()], 'must be a decimal number')
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal number with at most six decimals'))
  .transform((text) => {
    const [units = '', fraction = ''] = text.split('.');
    return BigInt(units + fraction.padEnd(USDC_DECIMALS, '0'));
  })
  .refine((amount) => amount > 0n && amount <= AMOUNT_MAX, 'must be above zero');
