import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import type { VenueOffering } from '@platform/venues/registry';
import type { WalletVenues } from '@platform/venues/wallet';
import { usdcOn } from '../chains/token.js';
import type { AcceptedTransfer } from '../transfers/accepted-transfer.js';
import { TRANSFER_TTL_MS, type Transfers } from '../transfers/transfers.js';
import type { PaymentAddresses } from '../venues/payment-addresses.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Wallets } from '../wallets/wallets.js';
import { type SetupRecord, setupModel, transferOf } from './model.js';

/** More than an account may keep. */
const DEPLOYMENTS_MAX = 1_000;

/** A caller's request for a setup. */
export interface SetupRequest {
  readonly accountId: string;
  readonly venue: VenueOffering<'setup'>;
  readonly amountMicroUsdc: MicroUsdc;
  /** The wallet whose money moves; absent: the primary one. */
  readonly accountAddress?: string | undefined;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** The live deployment whose capital it is; absent for none. */
  readonly deploymentId?: string;
}

/** The setups of all accounts: accepted here, carried out by `SetupFlow`. */
export class Setups {
  readonly #setups: ReturnType<typeof setupModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly wallets: Wallets;
      readonly openVenues: WalletVenues;
      readonly payments: PaymentAddresses;
      /** Absent where no money can leave a wallet. */
      readonly transfers: Transfers | undefined;
      readonly ids: IdSource;
      readonly clock: Clock;
      /** Called when a setup can be carried out. */
      readonly onAccepted: (setup: SetupRecord) => void;
    },
  ) {
    this.#setups = setupModel(parts.connection);
  }

  /** Creates the indexes that keep keys, open setups and credits unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#setups.createIndexes();
  }

  /**
   * Accepts a setup and reserves its amount in one transaction; the same key again returns the record in its present state. Throws
   * `account_not_owned`, `idempotency_key_conflict`, `venue_setup_in_progress`, `insufficient_held_balance` or `wallet_upstream_unavailable`, and then changes
   * nothing.
   */
  async accept(request: SetupRequest): Promise<{ setup: SetupRecord; replayed: boolean }> {
    const { transfers, wallets } = this.parts;
    const wallet = await wallets.trading(request.accountId, request.accountAddress);
    const earlier = await this.#replay(request, wallet);
    if (earlier !== undefined) return { setup: earlier, replayed: true };
    if (transfers === undefined) throw new PlatformError('wallet_upstream_unavailable');
    const paymentAddress = await this.parts.payments.of(wallet, request.venue);
    const network = await this.#networkOf(request, wallet, transfers);
    const setup = this.#newRecord(request, { walletId: wallet._id, paymentAddress, network }, transfers);
    try {
      await transfers.accept(wallet, usdcOn(setup.network), (session, hold) => this.#store(setup, hold, session));
      killPoint('setup.after_reserve');
      this.parts.onAccepted(setup);
      return { setup, replayed: false };
    } catch (error) {
      return { setup: await this.#winner(request, wallet, error), replayed: true };
    }
  }

  /** Returns the wallet's latest setup of a venue. */
  async latest(walletId: string, venue: VenueOffering<'setup'>): Promise<SetupRecord | undefined> {
    const record = await this.#setups.findOne({ walletId, venue }).sort({ createdAt: -1, _id: -1 });
    return record?.toObject<SetupRecord>();
  }

  /** Notes that a live deployment uses its venue's account no more; moves nothing, and is safe to repeat. */
  async release(accountId: string, deploymentId: string): Promise<void> {
    await this.#setups.updateMany({ accountId, deploymentId }, { $unset: { deploymentId: 1 } });
  }

  /** Returns the live deployment that uses the wallet's account at each venue where there is exactly one, by the venue. */
  async soleDeployments(walletId: string): Promise<ReadonlyMap<string, string>> {
    const used = await this.#setups
      .find({ walletId, deploymentId: { $exists: true }, status: { $ne: 'failed' } }, { venue: 1, deploymentId: 1 })
      .limit(DEPLOYMENTS_MAX)
      .lean<Required<Pick<SetupRecord, 'venue' | 'deploymentId'>>[]>();
    const byVenue = Map.groupBy(used, ({ venue }) => venue);
    return new Map(
      [...byVenue].flatMap(([venue, [first, ...others]]) =>
        first === undefined || others.length > 0 ? [] : [[venue, first.deploymentId]],
      ),
    );
  }

  /** Returns a setup in its present state. */
  async get(id: string): Promise<SetupRecord> {
    return (await this.#setups.findById(id).orFail()).toObject<SetupRecord>();
  }

  async #store(
    setup: SetupRecord,
    hold: (transfer: AcceptedTransfer) => Promise<void>,
    session: ClientSession,
  ): Promise<void> {
    const { walletId, venue } = setup;
    if ((await this.#setups.exists({ walletId, venue, isOpen: true }).session(session)) !== null)
      throw new PlatformError('venue_setup_in_progress');
    await hold(transferOf(setup));
    await this.#setups.create([setup], { session });
  }

  /** Returns the preferred network that covers the amount alone; where none does, the one with the most, on which it is refused. */
  async #networkOf({ venue, amountMicroUsdc }: SetupRequest, wallet: WalletRecord, transfers: Transfers) {
    const [preferred, ...others] = this.parts.openVenues[venue].payment.networks;
    const spendable = async (network: Network) => {
      const held = others.length > 0 ? await transfers.spendable(wallet, usdcOn(network)) : undefined;
      return { network, microUsdc: held === undefined || held.isFenced ? 0n : held.availableMicroUsdc };
    };
    const held = await Promise.all([preferred, ...others].map(spendable));
    const covering = held.find(({ microUsdc }) => microUsdc >= amountMicroUsdc);
    const most = held.reduce((best, each) => (each.microUsdc > best.microUsdc ? each : best));
    return (covering ?? most).network;
  }

  #newRecord(
    request: SetupRequest,
    paid: Pick<SetupRecord, 'walletId' | 'paymentAddress' | 'network'>,
    transfers: Transfers,
  ): SetupRecord {
    const { accountId, venue, amountMicroUsdc, key, deploymentId } = request;
    const { clock, ids } = this.parts;
    const now = clock.now();
    const validBefore = new Date(now.getTime() + TRANSFER_TTL_MS);
    const setup: SetupRecord = {
      _id: ids.next('set'),
      accountId,
      ...paid,
      ...(deploymentId !== undefined && { deploymentId }),
      venue,
      key,
      asset: 'USDC',
      amountMicroUsdc,
      validBefore,
      status: 'processing',
      step: 'reserve',
      deadlineAt: validBefore,
      isOpen: true,
      createdAt: now,
      updatedAt: now,
      dueAt: now,
    };
    return { ...setup, seal: transfers.seal(transferOf(setup)) };
  }

  /** Returns the record under the key. Throws `idempotency_key_conflict` when it belongs to another request. */
  async #replay(
    { accountId, venue, amountMicroUsdc, key }: SetupRequest,
    { _id: walletId }: WalletRecord,
  ): Promise<SetupRecord | undefined> {
    const record = (await this.#setups.findOne({ accountId, key }))?.toObject<SetupRecord>();
    if (record === undefined) return undefined;
    const isSame = record.venue === venue && record.amountMicroUsdc === amountMicroUsdc && record.walletId === walletId;
    if (!isSame) throw new PlatformError('idempotency_key_conflict');
    return record;
  }

  /** Returns the record that won among concurrent requests: requests with its key get it, whatever error they failed with. */
  async #winner(request: SetupRequest, wallet: WalletRecord, error: unknown): Promise<SetupRecord> {
    const winner = await this.#replay(request, wallet);
    if (winner !== undefined) return winner;
    throw isDuplicateKey(error) ? new PlatformError('venue_setup_in_progress') : error;
  }
}
