import { type Clock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Omissions } from '../../../market-data/index.js';
import { HyperliquidClient } from '../../client/index.js';
import { Hyperliquid } from '../hyperliquid.js';

/**
 * Opens the venue at an address. Without `weightPerMinute` its allowance is unlimited, and it waits between attempts by the real clock;
 * with it requests wait by `clock`.
 */
export function testHyperliquid(url: string, clock: Clock = systemClock, weightPerMinute?: number): Hyperliquid {
  const allowance =
    weightPerMinute === undefined ? { weightPerMinute: 10_000_000, clock: systemClock } : { weightPerMinute, clock };
  const client = new HyperliquidClient({ url, ...allowance });
  return new Hyperliquid(client, new Omissions(createLogger({ process: 'test', level: 'silent' })), clock);
}
