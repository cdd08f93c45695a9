import { z } from 'zod';
import type { CustomersVenue } from '../executions/venue-customer.js';
import type { Platform } from '../platform/platform.js';

/** The bridge takes what comes on Arbitrum. */
export const LIGHTER: CustomersVenue = { venue: 'lighter', network: 'arbitrum' };

const PER_MINUTE = '1000000';

/** Settings with which neither the venue nor the platform counts requests: the real limits would make tests of many actions take hours. */
export const WITHOUT_LIMITS = {
  SANDBOX_WEIGHT_PER_MINUTE: '10000000',
  LIGHTER_TRADING_REQUESTS_PER_MINUTE: PER_MINUTE,
  LIGHTER_TRANSACTIONS_PER_MINUTE: PER_MINUTE,
  LIGHTER_WALLET_REQUESTS_PER_MINUTE: PER_MINUTE,
  LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: PER_MINUTE,
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
};

const ETH = { market_index: 0, base_amount: 1_000, is_ask: false };

/** An order for 0.1 ETH that rests far below the market. */
export const resting = (more: object = {}) => ({
  ...{ type: 'create_order', ...ETH, price: 100_000, order_type: 0, time_in_force: 1 },
  ...more,
});

const listed = z.object({ order_book_details: z.array(z.object({ mark_price: z.string() })) });

/** Returns a price of ETH that takes from the book, near enough to the market's for the venue to let it pass. */
export async function takingPrice(platform: Platform): Promise<number> {
  const { venues } = await platform.descriptor();
  const answer = await fetch(`${venues.lighter.url}/api/v1/orderBookDetails?market_id=${ETH.market_index}`);
  const [market] = listed.parse(await answer.json()).order_book_details;
  if (market === undefined) throw new Error('the venue has no such market');
  return Math.round(Number(market.mark_price) * 102);
}

/** A market order for 0.1 ETH. */
export const taking = (more: object = {}) => ({
  ...{ type: 'create_market_order', ...ETH, avg_execution_price: 900_000 },
  ...more,
});
