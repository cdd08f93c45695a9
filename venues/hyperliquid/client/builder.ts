import { type Address, getAddress, isAddress } from 'viem';
import { z } from 'zod';

/** The setting of the platform's builder: one for the process that approves its fee and for the one that adds it to orders. */
export const builderSetting = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'must be 0x and 40 hexadecimal digits')
  .transform((text) => getAddress(text))
  .optional()
  .describe("address that receives the platform's fee of 0.01 % on live bots' orders; unset: no fee");
