import { isIP } from 'node:net';
import { z } from 'zod';

/** Returns the setting of the address from which a venue's market data is read. */
export function marketDataAddressSetting(venueName: string) {
  return z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address')
    .optional()
    .describe(
      `local address to read market data from, so that ${venueName} counts it separately; unset: the common address`,
    );
}
