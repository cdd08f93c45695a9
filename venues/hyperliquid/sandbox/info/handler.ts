import type { z } from 'zod';
import type { Market } from '../market.js';
import { undeserializable, unknownName } from '../refusal.js';
import { findMarket, type Venue } from '../venue.js';

/** Answers one type of `POST /info` request. */
export interface InfoHandler {
  /** Returns the answer. Throws a `Refusal` when the request is not one of this type. */
  answer(request: unknown, venue: Venue): unknown;
}

/** Returns a handler for requests of a schema. */
export function infoHandler<Request>(
  schema: z.ZodType<Request>,
  answer: (request: Request, venue: Venue) => unknown,
): InfoHandler {
  return {
    answer: (request, venue) => {
      const parsed = schema.safeParse(request);
      if (!parsed.success) throw undeserializable();
      return answer(parsed.data, venue);
    },
  };
}

/** Returns the market of a coin; refuses an unknown one. */
export function marketOf(venue: Venue, coin: string): Market {
  const market = findMarket(venue, coin);
  if (market === undefined) throw unknownName();
  return market;
}
