import { webSocketUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { LiveDataVenue } from '../../live-data/index.js';
import { conversation } from './conversation.js';

/** The environment settings of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_WS_URL: webSocketUrl.describe("Hyperliquid's WebSocket"),
};

/** Of one address (hyperliquid.gitbook.io, rate limits): the proxies of live bots subscribe too, so half is left to them. */
const LIMITS = { subscriptions: 500, sharesSubscriptions: true, messagesPerMinute: 1_000, historyPerMinute: 120 };

/** Returns the venue as it is configured. */
export function openHyperliquid(environment: z.output<z.ZodObject<typeof hyperliquidSettings>>): LiveDataVenue {
  return { url: environment.HYPERLIQUID_WS_URL, limits: LIMITS, converse: () => conversation };
}
