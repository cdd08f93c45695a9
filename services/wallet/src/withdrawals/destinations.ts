import type { VenueId } from '@platform/venues';
import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import { networks } from '../chains/networks.js';
import { badRequest } from '../requests.js';
import type { Wallets } from '../wallets/wallets.js';

/** Where an account may withdraw to: everywhere but to itself and to addresses from which nothing comes back. */
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
      ...Object.values(networks).map(({ usdcAddress }) => [getAddress(usdcAddress), 'the contract of USDC'] as const),
      ...[...paymentAddresses].map(([venue, address]) => [getAddress(address), `the bridge of ${venue}`] as const),
      ...(relayer === undefined ? [] : [[relayer, "the platform's relayer"] as const]),
    ]);
  }

  /** A destination as a caller writes it, checksummed. Throws `bad_request` that says what is wrong with it. */
  async parse(accountId: string, text: string | undefined): Promise<Address> {
    if (text === undefined || !isAddress(text)) throw badRequest('destination_wallet', 'must be an EVM address');
    const destination = getAddress(text);
    const own = await this.wallets.all(accountId);
    const isOwn = own.some(({ address }) => address === destination);
    const refused = isOwn ? 'a wallet of this account' : this.#refused.get(destination);
    if (refused !== undefined) throw badRequest('destination_wallet', `must not be ${refused}`);
    return destination;
  }
}
