import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, inTransaction, isDuplicateKey } from '@platform/store/mongo';
import type { VenueOffering } from '@platform/venues/registry';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Chain } from '../chains/chain.js';
import type { Ledger } from '../ledger/ledger.js';
import { inWallet } from '../ledger/locations.js';
import type { GasBudget } from '../relayer/gas-budget.js';
import type { TransferSeals } from '../transfers/transfer-seals.js';
import { TRANSFER_TTL_MS } from '../transfers/transfers.js';
import type { Wallets } from '../wallets/wallets.js';
import { operationOf, type SetupRecord, setupModel, transferOf } from './model.js';

/** A caller's request for a setup. */
export interface SetupRequest {
  readonly accountId: string;
  readonly venue: VenueOffering<'setup'>;
  readonly amountMicroUsdc: MicroUsdc;
  /** The caller's Idempotency-Key. */
  readonly key: string;
}

/** The setups of all accounts: accepted here, carried out by `SetupFlow`. */
export class Setups {
  readonly #setups: ReturnType<typeof setupModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly ledger: Ledger;
      readonly wallets: Wallets;
      readonly arbitrum: Chain;
      readonly openVenues: WalletVenues;
      readonly seals: TransferSeals;
      /** Absent where no money can leave a wallet. */
      readonly gas: GasBudget | undefined;
      readonly ids: IdSource;
      readonly clock: Clock;
      /** Called when a setup can be carried out. */
      readonly onAccepted: () => void;
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
   * `idempotency_key_conflict`, `venue_setup_in_progress`, `insufficient_held_balance` or `wallet_upstream_unavailable`, and then changes
   * nothing.
   */
  async accept(request: SetupRequest): Promise<{ setup: SetupRecord; replayed: boolean }> {
    const earlier = await this.#replay(request);
    if (earlier !== undefined) return { setup: earlier, replayed: true };
    const { _id: walletId, address } = await this.parts.wallets.primary(request.accountId);
    const { arbitrum, connection, gas } = this.parts;
    const finalChainMicroUsdc = await arbitrum.finalUsdcBalance(address);
    const gasWei = await gas?.quote();
    try {
      const setup = await inTransaction(connection, async (session) => {
        if (gasWei !== undefined) await gas?.take(request.accountId, gasWei, session);
        return this.#reserve(request, { walletId, finalChainMicroUsdc }, session);
      });
      if (gasWei !== undefined) await gas?.taken(gasWei);
      killPoint('setup.after_reserve');
      this.parts.onAccepted();
      return { setup, replayed: false };
    } catch (error) {
      return { setup: await this.#winner(request, error), replayed: true };
    }
  }

  /** Returns the wallet's latest setup of a venue. */
  async latest(walletId: string, venue: VenueOffering<'setup'>): Promise<SetupRecord | undefined> {
    const record = await this.#setups.findOne({ walletId, venue }).sort({ createdAt: -1, _id: -1 });
    return record?.toObject<SetupRecord>();
  }

  /** Returns a setup in its present state. */
  async get(id: string): Promise<SetupRecord> {
    return (await this.#setups.findById(id).orFail()).toObject<SetupRecord>();
  }

  async #reserve(
    { accountId, venue, amountMicroUsdc, key }: SetupRequest,
    { walletId, finalChainMicroUsdc }: { readonly walletId: string; readonly finalChainMicroUsdc: MicroUsdc },
    session: ClientSession,
  ): Promise<SetupRecord> {
    const { clock, ids, ledger, openVenues, seals } = this.parts;
    if ((await this.#setups.exists({ walletId, venue, isOpen: true }).session(session)) !== null)
      throw new PlatformError('venue_setup_in_progress');
    const now = clock.now();
    const validBefore = new Date(now.getTime() + TRANSFER_TTL_MS);
    const accepted: SetupRecord = {
      _id: ids.next('set'),
      accountId,
      walletId,
      venue,
      key,
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
    const setup = { ...accepted, seal: seals.seal(transferOf(accepted, openVenues[venue].payment.address)) };
    const operation = operationOf(setup);
    const location = inWallet(walletId, 'arbitrum');
    const reservation = { accountId, walletId, operation, location, amountMicroUsdc, finalChainMicroUsdc };
    await ledger.reserve(reservation, session);
    await this.#setups.create([setup], { session });
    return setup;
  }

  /** Returns the record under the key. Throws `idempotency_key_conflict` when it belongs to another request. */
  async #replay({ accountId, venue, amountMicroUsdc, key }: SetupRequest): Promise<SetupRecord | undefined> {
    const record = (await this.#setups.findOne({ accountId, key }))?.toObject<SetupRecord>();
    if (record !== undefined && (record.venue !== venue || record.amountMicroUsdc !== amountMicroUsdc))
      throw new PlatformError('idempotency_key_conflict');
    return record;
  }

  /** Returns the record that won among concurrent requests: requests with its key get it, whatever error they failed with. */
  async #winner(request: SetupRequest, error: unknown): Promise<SetupRecord> {
    const winner = await this.#replay(request);
    if (winner !== undefined) return winner;
    throw isDuplicateKey(error) ? new PlatformError('venue_setup_in_progress') : error;
  }
}
