import type { Secret } from '@platform/kit/config';
import type { Address } from 'viem';

/** What wallets keep for a venue. `api_key`: signs what the venue receives; `api_credentials`: prove to the venue who asks. */
export const secretKinds = ['api_key', 'api_credentials'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** What one venue gives wallets to be known by: sealed in the vault, by the address of the wallet's key. */
export interface AccountSecrets {
  /** Keeps a wallet's secret; the same one may be put again. Throws for another one, and for an address that is no wallet's. */
  put(keyAddress: Address, secret: Secret<Buffer>): Promise<void>;
  /** Returns whether a wallet's secret is kept; opens nothing. */
  has(keyAddress: Address): Promise<boolean>;
  /** Opens a wallet's secret, passes it to `use` and erases it once that has ended; undefined where none is kept. */
  use<Result>(
    keyAddress: Address,
    use: (secret: Secret<Buffer>) => Result | Promise<Result>,
  ): Promise<Result | undefined>;
}
