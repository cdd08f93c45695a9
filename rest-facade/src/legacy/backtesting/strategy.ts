import { z } from 'zod';
import { text } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { OLDER_VENUE } from '../older-venue.js';

/** The versions of the surface that have backtests of freqtrade. */
export type Version = 'v1' | 'v2';

/** Where freqtrade's own config names the venue and the markets. */
const exchangeConfig = z.object({
  exchange: z
    .object({ name: z.string().exactOptional(), pair_whitelist: z.array(z.string()).exactOptional() })
    .exactOptional(),
});

/** The strategy of a freqtrade request of the older surface. */
export const strategyFields = {
  config: jsonObject.meta({
    description: "freqtrade's own config; `exchange.name` is the venue, `exchange.pair_whitelist` the markets",
    examples: [{ stake_amount: 100, exchange: { name: OLDER_VENUE, pair_whitelist: ['BTC/USDC:USDC'] } }],
  }),
  code: text('The strategy: one Python file, at most 256 KiB', 'class Momentum(IStrategy): ...'),
};

/** Returns the venue that a freqtrade config names, and its markets; none where it names none. */
export function marketsOf(config: Readonly<Record<string, unknown>>): {
  readonly venue: string;
  readonly symbols: string[];
} {
  const { exchange } = exchangeConfig.safeParse(config).data ?? {};
  return { venue: exchange?.name ?? OLDER_VENUE, symbols: exchange?.pair_whitelist ?? [] };
}
