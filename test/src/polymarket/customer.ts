import { z } from 'zod';
import type { CustomersVenue } from '../executions/venue-customer.js';
import type { Platform } from '../platform/platform.js';

/** Customers are paid where the venue is. */
export const POLYMARKET: CustomersVenue = { venue: 'polymarket', network: 'polygon' };

const listed = z.object({
  data: z.array(
    z.object({
      condition_id: z.string(),
      minimum_tick_size: z.number(),
      tokens: z.array(z.object({ token_id: z.string(), price: z.number() })),
    }),
  ),
});

/** A market that trades far from the ends, on ticks of a cent. */
export interface TradedMarket {
  readonly conditionId: string;
  /** The token of its first outcome. */
  readonly tokenId: string;
}

/** Returns a market of the sandbox venue. */
export async function tradedMarket(platform: Platform): Promise<TradedMarket> {
  const { venues } = await platform.descriptor();
  const answer = await fetch(`${venues.polymarket.clob_url}/sampling-markets`);
  const { data } = listed.parse(await answer.json());
  for (const { condition_id: conditionId, minimum_tick_size: tick, tokens } of data) {
    const [first] = tokens;
    if (tick === 0.01 && first !== undefined && first.price > 0.3 && first.price < 0.7)
      return { conditionId, tokenId: first.token_id };
  }
  throw new Error('the venue has no such market');
}
