import type { MicroUsdc } from '@platform/kit/money';
import { z } from 'zod';

const DECIMALS = 6;

/** An amount in the venue's form, in millionths, truncated: the venue may state more digits than USDC has. */
export const microUsdc = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(toMicroUsdc);

function toMicroUsdc(text: string): MicroUsdc {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const amount = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -amount : amount;
}
