import { z } from 'zod';
import type { MarketRequestFieldsFragment } from '../../../generated/operations.js';
import { number, text, timestamp } from '../../fields.js';
import { unavailabilityReason } from '../../runtime/backtests-dataset.js';
import { contextVenue, venueName } from '../fields.js';

/** Names a market in a call that asks for it or drops it. */
export const namedMarket = z.strictObject({
  venue: contextVenue,
  market: text('Canonical symbol, token or slug', 'will-it-rain-tomorrow').min(1).max(200),
});

/** A market that an account asks for. */
export const marketRequest = z
  .object({
    venue: venueName,
    market: text('Name that the market is published under', 'will-it-rain-tomorrow'),
    symbols: z.array(z.string()).describe('Canonical symbols of its instruments'),
    state: z
      .enum(['requested', 'collecting', 'ready', 'refused'])
      .describe('How far it is; backtests run on one that is ready'),
    reason: unavailabilityReason.describe('Why a refused one cannot be backtested; else null').nullable(),
    progress: number('Share of its history that is stored, 0 to 1; null before its first rows', 0.5).nullable(),
    requested_at: timestamp.describe('When the account asked for it'),
  })
  .meta({ id: 'MarketRequest', description: 'A market that an account asks to be collected' });

/** The request as it is shown. */
export function toMarketRequest({ requestedAt, ...same }: MarketRequestFieldsFragment): z.input<typeof marketRequest> {
  return { ...same, requested_at: requestedAt };
}
