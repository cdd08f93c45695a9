import type { Hex } from 'viem';
import { z } from 'zod';
import { quinticOfHex } from './signing/quintic.js';

/**
 * The fields of transactions, in the bounds that the official library (lighter-sdk 1.1.8) keeps when it signs. A field that fits into
 * 2^53 - 1 is a number, any other one a bigint.
 */

const ACCOUNT_MAX = 2 ** 48 - 2;
const API_KEY_MAX = 254;
const MARKET_MAX = 2 ** 48 - 1;
/** It stands for "no market". */
const NIL_MARKET = 255;
const TIME_MS_MAX = 2 ** 48 - 1;
const CLIENT_ORDER_MAX = 2 ** 48 - 1;
const SIZE_MAX = 2 ** 48 - 1;
const PRICE_MAX = 2 ** 32 - 1;
const ASSET_MAX = 62;
const INT64_MAX = 2n ** 63n - 1n;
const ORDER_MAX = 2n ** 60n - 1n;
const AMOUNT_MAX = 2n ** 60n - 1n;
const MEMO_BYTES = 32;
const SIGNATURE_BYTES = 80;
const PUBLIC_KEY_BYTES = 40;

function whole(least: number, most: number) {
  return z.int().min(least).max(most);
}

/** An integer that is the text of its digits where it is beyond 2^53 - 1. */
function large(least: bigint, most: bigint) {
  const text = z.string().regex(/^[1-9]\d{15,18}$/, 'must be an integer');
  return z.union([z.int(), text]).transform(BigInt).pipe(z.bigint().min(least).max(most));
}

/** One of several names; it is written as the number of its place. */
function oneOf<const Name extends string>(names: readonly Name[]) {
  return z.int().transform((place, context): Name => {
    const name = names[place];
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: `must be one of ${names.length} choices, counted from 0` });
    return z.NEVER;
  });
}

/** Bytes of one length in base64. */
function bytes(length: number) {
  return z
    .base64()
    .transform((text): Hex => `0x${Buffer.from(text, 'base64').toString('hex')}`)
    .refine((hex) => hex.length === 2 + 2 * length, `must be ${length} bytes in base64`);
}

/** The names of choices, each at the number that the venue gives it. */
export const orderTypes = [
  'limit',
  'market',
  'stopLoss',
  'stopLossLimit',
  'takeProfit',
  'takeProfitLimit',
  'twap',
] as const;
export const timesInForce = ['immediateOrCancel', 'goodTillTime', 'postOnly'] as const;
export const groupings = [
  'none',
  'oneTriggersTheOther',
  'oneCancelsTheOther',
  'oneTriggersAOneCancelsTheOther',
] as const;
export const cancelTimings = ['immediate', 'scheduled', 'abortScheduled'] as const;
export const marginModes = ['cross', 'isolated'] as const;
export const marginDirections = ['remove', 'add'] as const;
export const routes = ['perps', 'spot'] as const;

export const accountIndex = whole(0, ACCOUNT_MAX);
export const apiKeyIndex = whole(0, API_KEY_MAX);
export const marketIndex = whole(0, MARKET_MAX).refine((index) => index !== NIL_MARKET, 'must be a market');
export const marketOrNone = whole(0, MARKET_MAX);
export const assetIndex = whole(1, ASSET_MAX);
export const clientOrderIndex = whole(0, CLIENT_ORDER_MAX);
export const orderIndex = large(1n, ORDER_MAX);
export const orderVersion = whole(0, CLIENT_ORDER_MAX);
export const size = whole(0, SIZE_MAX);
export const price = whole(1, PRICE_MAX);
export const triggerPrice = whole(0, PRICE_MAX);
export const amount = large(1n, AMOUNT_MAX);
export const fee = large(0n, AMOUNT_MAX);
export const marginFraction = whole(1, 10_000);
export const integratorFee = whole(0, 1_000_000);
export const nonce = large(0n, INT64_MAX);
export const expiredAt = whole(0, TIME_MS_MAX);
export const orderTime = large(0n, INT64_MAX);
export const flag = whole(0, 1).transform((value) => value === 1);
export const orderType = oneOf(orderTypes);
export const timeInForce = oneOf(timesInForce);
export const grouping = oneOf(groupings).refine((name) => name !== 'none', 'must be a grouping');
export const cancelTiming = oneOf(cancelTimings);
export const marginMode = oneOf(marginModes);
export const marginDirection = oneOf(marginDirections);
export const route = oneOf(routes);
export const memo = z
  .array(whole(0, 255))
  .length(MEMO_BYTES)
  .transform((values): Hex => `0x${Buffer.from(values).toString('hex')}`);
export const signature = bytes(SIGNATURE_BYTES);
export const publicKey = bytes(PUBLIC_KEY_BYTES).refine(
  (hex) => quinticOfHex(hex.slice(2)) !== undefined,
  'must be five elements of the field',
);
/** The signature of the account's owner on Ethereum: empty until the owner has signed. */
export const ownerSignature = z
  .string()
  .regex(/^(0x[0-9a-fA-F]{130})?$/, 'must be 65 bytes in hexadecimal digits, or empty')
  .transform((text): Hex | undefined => (text === '' ? undefined : `0x${text.slice(2).toLowerCase()}`));
