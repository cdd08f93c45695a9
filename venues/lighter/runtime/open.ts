import { webSocketUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { LiveDataVenue } from '../../live-data/index.js';
import { LighterConversation } from '../client/index.js';

/** The environment settings of the venue. */
export const lighterSettings = {
  LIGHTER_WS_URL: webSocketUrl.describe("Lighter's WebSocket"),
};

/**
 * Of one address (apidocs.lighter.xyz, rate limits): 100 subscriptions per connection, 200 messages per minute, 50 of them unanswered. A
 * quarter of the messages is left to pings and to other processes; of the rest a quarter may go at once, which is less than 50. All bots
 * together may cost ten of the 60 requests per minute that an address has over HTTP.
 */
const LIMITS = { subscriptions: 100, messagesPerMinute: 150, historyPerMinute: 10 };

/** Returns the venue as it is configured. */
export function openLighter(environment: z.output<z.ZodObject<typeof lighterSettings>>): LiveDataVenue {
  return {
    url: environment.LIGHTER_WS_URL,
    limits: LIMITS,
    converse: (clock) => new LighterConversation(clock),
  };
}
