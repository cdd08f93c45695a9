import { type Network, networkNames, networks } from '@platform/kit/networks';
import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import { badRequest } from '../requests.js';
import type { PaymentAddresses } from '../venues/payment-addresses.js';
import type { WalletAddresses } from '../wallets/wallet-addresses.js';
import type { Wallets } from '../wallets/wallets.js';

/** Nobody has the key of such a small address; networks keep their own contracts there. */
const SMALL_BEFORE = 2n ** 32n;

/** The permitted destinations of withdrawals: outside the platform, and never an address from which money can't return. */
export class Destinations {
  readonly #refused: ReadonlyMap<Address, string>;

  constructor(
    private readonly wallets: Pick<Wallets, 'isManaged'>,
    /** The wallets' addresses at venues: a venue would credit the wallet, not the person that the caller means. */
    private readonly addresses: Pick<WalletAddresses, 'isManaged'>,
    payments: Pick<PaymentAddresses, 'shared'>,
    /** The address that pays for gas; undefined without a relayer. */
    relayer: Address | undefined,
  ) {
    this.#refused = new Map([
      [zeroAddress, 'the zero address'],
      ...networkNames.flatMap((network) =>
        tokensOn(network).map(([token, address]) => [getAddress(address), `the contract of ${token}`] as const),
      ),
      ...payments.shared().map(([venue, address]) => [getAddress(address), `the bridge of ${venue}`] as const),
      ...(relayer === undefined ? [] : [[relayer, "the platform's relayer"] as const]),
    ]);
  }

  /**
   * Returns a caller's destination, checksummed. Throws `bad_request` with the reason; for a wallet of the platform it does not reveal the
   * owner.
   */
  async parse(text: string | undefined): Promise<Address> {
    if (text === undefined || !isAddress(text)) throw badRequest('destination_wallet', 'must be an EVM address');
    const destination = getAddress(text);
    const isManaged = (await this.wallets.isManaged(destination)) || (await this.addresses.isManaged(destination));
    const isSmall = BigInt(destination) < SMALL_BEFORE;
    const refused = isManaged
      ? 'a wallet of this platform'
      : (this.#refused.get(destination) ?? (isSmall ? 'a precompiled contract' : undefined));
    if (refused !== undefined) throw badRequest('destination_wallet', `must not be ${refused}`);
    return destination;
  }
}

/** Returns the known contracts of tokens on a network, by the tokens' symbols. */
function tokensOn(network: Network): [string, Address][] {
  const { assets, otherTokens } = networks[network];
  const booked = Object.entries(assets).map(([asset, { address }]): [string, Address] => [asset, address]);
  return [...booked, ...Object.entries(otherTokens)];
}
