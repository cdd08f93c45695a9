import type { VenueId } from '@platform/venues/registry';
import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import { networks } from '../chains/networks.js';
import { badRequest } from '../requests.js';
import type { Wallets } from '../wallets/wallets.js';

/** Nobody has the key of an address so small; networks keep their own contracts there. */
const SMALL_BEFORE = 2n ** 32n;

/** Where withdrawals may go: off the platform, and to nobody from whom nothing comes back. */
export class Destinations {
  readonly #refused: ReadonlyMap<Address, string>;

  constructor(
    private readonly wallets: Wallets,
    /** Where each venue is paid: it would credit the wallet, not whom the caller has in mind. */
    paymentAddresses: ReadonlyMap<VenueId, Address>,
    /** Pays for gas; undefined where there is none. */
    relayer: Address | undefined,
  ) {
    this.#refused = new Map([
      [zeroAddress, 'the zero address'],
      ...Object.values(networks).flatMap(({ usdcAddress, otherTokens }) =>
        Object.entries({ USDC: usdcAddress, ...otherTokens }).map(
          ([token, address]) => [getAddress(address), `the contract of ${token}`] as const,
        ),
      ),
      ...[...paymentAddresses].map(([venue, address]) => [getAddress(address), `the bridge of ${venue}`] as const),
      ...(relayer === undefined ? [] : [[relayer, "the platform's relayer"] as const]),
    ]);
  }

  /**
   * A destination as a caller writes it, checksummed. Throws `bad_request` that says what is wrong with it, and of a wallet of
   * the platform not whose it is.
   */
  async parse(text: string | undefined): Promise<Address> {
    if (text === undefined || !isAddress(text)) throw badRequest('destination_wallet', 'must be an EVM address');
    const destination = getAddress(text);
    const isManaged = await this.wallets.isManaged(destination);
    const isSmall = BigInt(destination) < SMALL_BEFORE;
    const refused = isManaged
      ? 'a wallet of this platform'
      : (this.#refused.get(destination) ?? (isSmall ? 'a precompiled contract' : undefined));
    if (refused !== undefined) throw badRequest('destination_wallet', `must not be ${refused}`);
    return destination;
  }
}
