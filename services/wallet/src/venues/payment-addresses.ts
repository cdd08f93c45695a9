// Why: docs/decisions/wallet/payment-addresses.md
import { PlatformError } from '@platform/errors';
import { type VenueId, type VenueOffering, venuesOffering } from '@platform/venues/registry';
import type { VenuePayment } from '@platform/venues/trading-accounts';
import type { WalletVenues } from '@platform/venues/wallet';
import { type Address, isAddressEqual } from 'viem';
import type { WalletRecord } from '../wallets/model.js';
import type { WalletAddresses } from '../wallets/wallet-addresses.js';

/** The addresses to which wallets pay venues: one for all wallets, or one for each. */
export class PaymentAddresses {
  constructor(
    private readonly openVenues: WalletVenues,
    private readonly addresses: WalletAddresses,
  ) {}

  /**
   * Returns where a wallet pays a venue. An address of its own is asked for once, proved at the venue to be this wallet's, and sealed. Throws
   * `wallet_upstream_unavailable` when the venue doesn't answer, or can't prove it.
   */
  async of({ _id: walletId, accountId, address }: WalletRecord, venue: VenueOffering<'setup'>): Promise<Address> {
    const {
      networks: [network],
      to,
    } = this.openVenues[venue].payment;
    if (to.kind === 'shared') return to.address;
    // Sealed once, though it may be paid on several networks.
    const place = { walletId, venue, network, kind: 'payment' } as const;
    const known = await this.addresses.find(place);
    if (known !== undefined) return known;
    const _id = await to.request(address);
    if (!(await to.belongsTo(_id, address)))
      throw new PlatformError('wallet_upstream_unavailable', {
        details: { venue },
        cause: new Error(`${venue} does not show that ${_id} is the address of ${walletId}`),
      });
    if (to.contractWalletOf !== undefined)
      await this.addresses.accept({ ...place, _id: to.contractWalletOf(address), accountId, kind: 'contract_wallet' });
    return this.addresses.accept({ _id, accountId, ...place });
  }

  /** Throws unless a wallet pays a venue at this address: checked before a payment is signed. */
  async require(walletId: string, venue: VenueId, paid: Address): Promise<void> {
    const payment = this.#paymentOf(venue);
    const address = payment && (await this.#knownOf(walletId, venue, payment));
    if (address === undefined || !isAddressEqual(paid, address))
      throw new Error(`${walletId} would pay another address than its one of ${venue}`);
  }

  /** Returns the addresses to which all wallets pay, with their venues. */
  shared(): (readonly [VenueId, Address])[] {
    return venuesOffering('setup').flatMap((venue) => {
      const { to } = this.openVenues[venue].payment;
      return to.kind === 'shared' ? [[venue, to.address] as const] : [];
    });
  }

  async #knownOf(walletId: string, venue: VenueId, { networks, to }: VenuePayment): Promise<Address | undefined> {
    const [network] = networks;
    return to.kind === 'shared' ? to.address : this.addresses.find({ walletId, venue, network, kind: 'payment' });
  }

  #paymentOf(venue: VenueId): VenuePayment | undefined {
    const open: Readonly<Partial<Record<VenueId, { readonly payment: VenuePayment }>>> = this.openVenues;
    return open[venue]?.payment;
  }
}
