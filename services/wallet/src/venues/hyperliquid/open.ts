import type { Clock } from '@platform/clock';
import { httpUrl } from '@platform/config';
import { HyperliquidClient, SHARES, shareSetting } from '@platform/venue-client-hyperliquid';
import { type Address, getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { HyperliquidInfo } from './info.js';

const evmAddress = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'must be 0x and 40 hexadecimal digits')
  .transform((text) => getAddress(text));

/** What the environment says of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_API_URL: httpUrl.describe('the venue'),
  HYPERLIQUID_WEIGHT_PER_MINUTE: shareSetting(SHARES.wallet),
  HYPERLIQUID_BUILDER_ADDRESS: evmAddress
    .optional()
    .describe("address that receives the platform's fee of 0.01 % on live bots' orders; unset: no fee"),
};

/** What the venue says of wallets, asked as it is configured. */
export function openHyperliquid(
  environment: Pick<
    z.output<z.ZodObject<typeof hyperliquidSettings>>,
    'HYPERLIQUID_API_URL' | 'HYPERLIQUID_WEIGHT_PER_MINUTE'
  >,
  clock: Clock,
): HyperliquidInfo {
  const { HYPERLIQUID_API_URL: url, HYPERLIQUID_WEIGHT_PER_MINUTE: weightPerMinute } = environment;
  return new HyperliquidInfo(new HyperliquidClient({ url, weightPerMinute, clock }), clock);
}
