import { isIP } from 'node:net';
import type { Clock } from '@platform/clock';
import { httpUrl } from '@platform/config';
import { HyperliquidClient, SHARES, shareSetting, wholeSetting } from '@platform/venue-client-hyperliquid';
import { z } from 'zod';
import { Hyperliquid } from './hyperliquid.js';

/** What the environment says of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_API_URL: httpUrl.describe("base of Hyperliquid's API"),
  HYPERLIQUID_WEIGHT_PER_MINUTE: shareSetting(SHARES.context),
  HYPERLIQUID_COLLECTOR_ADDRESS: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address')
    .optional()
    .describe(
      'address of this machine that history is collected from, which Hyperliquid sees as another; unset: the same',
    ),
  HYPERLIQUID_COLLECTOR_WEIGHT_PER_MINUTE: wholeSetting(),
};

/** The venue as it is configured. The collector has an allowance of its own where it has an address of its own. */
export function openHyperliquid(
  environment: z.output<z.ZodObject<typeof hyperliquidSettings>>,
  clock: Clock,
): Hyperliquid {
  const { HYPERLIQUID_API_URL: url, HYPERLIQUID_COLLECTOR_ADDRESS: localAddress } = environment;
  const weightPerMinute = environment.HYPERLIQUID_WEIGHT_PER_MINUTE;
  const interactive = new HyperliquidClient({ url, weightPerMinute, clock });
  if (localAddress === undefined) return new Hyperliquid({ interactive, background: interactive });
  const whole = environment.HYPERLIQUID_COLLECTOR_WEIGHT_PER_MINUTE;
  const background = new HyperliquidClient({ url, weightPerMinute: whole, localAddress, clock });
  return new Hyperliquid({ interactive, background });
}
