import type { Secret } from '@platform/kit/config';
import type { VenueId } from '@platform/venues/registry';
import type { AccountSecrets, SecretKind } from '@platform/venues/trading-accounts';
import type { Address } from 'viem';
import { VenueSecretError, type VenueSecretOwner, type VenueSecrets } from '../vault/venue-secrets.js';
import type { WalletOwners } from '../wallets/owners.js';

/** One kind of secrets by which a venue knows wallets, by the address of a wallet's key: an address without a proved wallet has none. */
export class WalletVenueSecrets implements AccountSecrets {
  constructor(
    private readonly venue: VenueId,
    private readonly kind: SecretKind,
    private readonly secrets: VenueSecrets,
    private readonly owners: WalletOwners,
  ) {}

  async put(keyAddress: Address, secret: Secret<Buffer>): Promise<void> {
    const owner = await this.#ownerOf(keyAddress);
    if (owner === undefined) throw new Error(`${keyAddress} is no wallet of the platform`);
    await this.secrets.put(owner, secret);
  }

  async has(keyAddress: Address): Promise<boolean> {
    const owner = await this.#ownerOf(keyAddress);
    return owner !== undefined && this.secrets.has(owner);
  }

  async use<Result>(
    keyAddress: Address,
    use: (secret: Secret<Buffer>) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    const owner = await this.#ownerOf(keyAddress);
    if (owner === undefined) return undefined;
    try {
      return await this.secrets.use(owner, use);
    } catch (error) {
      if (error instanceof VenueSecretError && error.reason === 'missing') return undefined;
      throw error;
    }
  }

  async #ownerOf(address: Address): Promise<VenueSecretOwner | undefined> {
    const owner = (await this.owners.at([address])).get(address);
    return owner && { ...owner, venue: this.venue, kind: this.kind };
  }
}
