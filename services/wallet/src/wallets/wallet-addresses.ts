// Why: docs/decisions/wallet/payment-addresses.md
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import type { VenueId } from '@platform/venues/registry';
import { Schema } from 'mongoose';
import type { Address } from 'viem';

/** `payment`: what is sent there is credited to the wallet at the venue; `contract_wallet`: a contract that the wallet owns. */
export type AddressKind = 'payment' | 'contract_wallet';

/** An address that belongs to a wallet and has no key of ours: it receives money, and never signs. */
export interface WalletAddressRecord {
  /** Checksummed. */
  readonly _id: Address;
  readonly accountId: string;
  readonly walletId: string;
  readonly venue: VenueId;
  readonly network: Network;
  readonly kind: AddressKind;
  /** Covers all of it. */
  readonly seal: string;
  readonly createdAt: Date;
}

/** An address to accept. */
export type NewWalletAddress = Omit<WalletAddressRecord, 'seal' | 'createdAt'>;

const addressSchema = new Schema<WalletAddressRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    venue: { type: String, required: true },
    network: { type: String, required: true },
    kind: { type: String, required: true },
    seal: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'wallet_addresses', versionKey: false },
);
addressSchema.index({ walletId: 1, venue: 1, network: 1, kind: 1 }, { unique: true });

/** The addresses at venues that belong to one wallet each, sealed when they are accepted. */
export class WalletAddresses {
  readonly #addresses;
  readonly #seals: RecordSeals<NewWalletAddress>;

  constructor(
    connection: Connection,
    seals: Seals,
    private readonly clock: Clock,
  ) {
    this.#seals = new RecordSeals(seals, 'wallet address', ({ _id, accountId, ...address }) => ({
      id: _id,
      fields: { accountId, ...placeOf(address) },
    }));
    this.#addresses = connection.model('WalletAddress', addressSchema);
  }

  /** Creates the indexes that keep each address with one wallet; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#addresses.createIndexes();
  }

  /**
   * Accepts an address for a wallet, once: the first one of its venue, network and kind counts, and is returned. The caller has proved at the
   * venue that it is the wallet's. Throws for an address of another wallet, and `SealBrokenError` for a row that somebody else wrote.
   */
  async accept(address: NewWalletAddress): Promise<Address> {
    const record = { ...address, seal: this.#seals.seal(address) };
    const place = placeOf(address);
    await this.#addresses
      .updateOne(place, { $setOnInsert: { ...record, createdAt: this.clock.now() } }, { upsert: true })
      .catch((error: unknown) => {
        // Another call was first, or the address is another wallet's.
        if (!isDuplicateKey(error)) throw error;
      });
    const kept = await this.find(place);
    if (kept === undefined) throw new Error(`${address._id} belongs to another wallet than ${address.walletId}`);
    return kept;
  }

  /** Returns the wallet's address of a venue, network and kind. Throws `SealBrokenError` for a row that somebody else wrote. */
  async find(place: AddressPlace): Promise<Address | undefined> {
    const found = await this.#addresses.findOne(placeOf(place)).lean<WalletAddressRecord>();
    return found === null ? undefined : this.#seals.proved(found)._id;
  }

  /** Returns whether a checksummed address belongs to a wallet of the platform. */
  async isManaged(address: Address): Promise<boolean> {
    return (await this.#addresses.exists({ _id: address })) !== null;
  }
}

/** What a wallet has one address for. */
export type AddressPlace = Pick<WalletAddressRecord, 'walletId' | 'venue' | 'network' | 'kind'>;

function placeOf({ walletId, venue, network, kind }: AddressPlace): AddressPlace {
  return { walletId, venue, network, kind };
}
