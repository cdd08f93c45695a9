import { type Clock, systemClock } from '@platform/clock';
import { createLogger } from '@platform/logging';
import { HyperliquidClient } from '@platform/venue-client-hyperliquid';
import { Hyperliquid } from '../venues/hyperliquid/hyperliquid.js';
import { Omissions } from '../venues/omissions.js';

/** The venue at an address, which allows as much as is asked for. It waits between attempts by the real clock, whatever `clock` tells. */
export function testHyperliquid(url: string, clock: Clock = systemClock): Hyperliquid {
  const client = new HyperliquidClient({ url, weightPerMinute: 10_000_000, clock: systemClock });
  return new Hyperliquid(client, new Omissions(createLogger({ process: 'test', level: 'silent' })), clock);
}
