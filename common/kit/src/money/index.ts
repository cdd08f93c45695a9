import { PlatformError } from '@platform/errors';

const DECIMALS = 6;
const UNIT = 10n ** BigInt(DECIMALS);
const CANONICAL = /^(0|[1-9]\d{0,15})(?:\.(\d{1,6}))?$/;

/** An amount in millionths of a USDC; never a floating-point number. */
export type MicroUsdc = bigint;

/** Reads a decimal string such as `50.00`: not negative, at most six fractional digits. Throws `invalid_request` otherwise. */
export function parseUsd(text: string): MicroUsdc {
  const match = CANONICAL.exec(text);
  if (match === null)
    throw new PlatformError('invalid_request', {
      message: 'An amount is a decimal string with at most six fractional digits.',
    });
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** Writes an amount as a decimal string with two to six fractional digits. */
export function formatUsd(amountMicroUsdc: MicroUsdc): string {
  const sign = amountMicroUsdc < 0n ? '-' : '';
  const absolute = amountMicroUsdc < 0n ? -amountMicroUsdc : amountMicroUsdc;
  const fraction = (absolute % UNIT)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${absolute / UNIT}.${fraction}`;
}
