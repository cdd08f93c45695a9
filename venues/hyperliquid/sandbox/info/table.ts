import { z } from 'zod';
import { undeserializable } from '../refusal.js';
import type { Venue } from '../venue.js';
import { accountHandlers } from './account.js';
import type { InfoHandler } from './handler.js';
import { historyHandlers } from './history.js';
import { listingHandlers } from './listings.js';
import { priceHandlers } from './prices.js';
import { userTermsHandlers } from './user-terms.js';

/** Every type of `POST /info` request that this venue knows, one file per group. */
const HANDLERS: ReadonlyMap<string, InfoHandler> = new Map(
  Object.entries({
    ...listingHandlers,
    ...priceHandlers,
    ...historyHandlers,
    ...accountHandlers,
    ...userTermsHandlers,
  }),
);

const typed = z.object({ type: z.string() });

/** Answers a request of `POST /info`; throws a `Refusal` in the venue's words. */
export function answerInfo(request: unknown, venue: Venue): unknown {
  const parsed = typed.safeParse(request);
  const handler = parsed.success ? HANDLERS.get(parsed.data.type) : undefined;
  if (handler === undefined) throw undeserializable();
  return handler.answer(request, venue.nodeFor(request));
}
