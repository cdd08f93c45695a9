import { z } from 'zod';
import { number, text } from '../../fields.js';

/** An open position of a deployment. */
export const position = z
  .object({
    symbol: text('Framework alias of the market', 'BTC/USDC:USDC'),
    side: text('long or short', 'long'),
    size_usd: number('Value at the current price, in USD; null if there is no price', 125.5).nullable(),
  })
  .meta({ id: 'DeploymentPosition', description: 'An open position of a deployment' });

/** Returns a position as REST shows it. */
export function toPosition({
  symbol,
  side,
  sizeUsd,
}: {
  readonly symbol: string;
  readonly side: string;
  readonly sizeUsd?: number | null;
}): z.input<typeof position> {
  return { symbol, side, size_usd: sizeUsd ?? null };
}
