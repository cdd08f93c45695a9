import { PlatformError } from '@platform/errors';
import { parseJsonObject } from '@platform/kit/json';
import { type MicroUsdc, parseUsd } from '@platform/kit/money';
import { z } from 'zod';

const DECIMALS = 6;
const UNIT = 10 ** DECIMALS;
/** Beyond it a JSON number does not tell millionths apart. */
const USD_MAX = 1_000_000_000;

/**
 * Returns the capital that the config of a managed live deployment names, which is all that it may use. Throws `config_invalid`. It
 * must be a number of at least `minimumUsd`, with at most six decimals.
 */
export function capitalOf(configJson: string, minimumUsd: string): MicroUsdc {
  const schema = z.number().min(Number(minimumUsd)).max(USD_MAX).refine(hasFewDecimals);
  const { available_capital: given } = parseJsonObject(configJson);
  const capital = schema.safeParse(given);
  if (capital.success) return parseUsd(capital.data.toFixed(DECIMALS));
  const bounds = `a number from ${minimumUsd} to ${USD_MAX} with at most ${DECIMALS} decimals`;
  const text = `config.available_capital must be ${bounds}: a live deployment uses that and no more`;
  throw new PlatformError('config_invalid', { details: [{ line: null, text }] });
}

/** Whether a number is what its six decimals say. */
function hasFewDecimals(usd: number): boolean {
  return Math.round(usd * UNIT) / UNIT === usd;
}
