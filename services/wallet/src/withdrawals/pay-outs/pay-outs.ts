// Why: docs/decisions/wallet/venue-withdrawals.md
import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { formatUsd } from '@platform/kit/money';
import { type Connection, canonicalHash } from '@platform/store/mongo';
import { usdcOn } from '../../chains/token.js';
import { TRANSFER_TTL_MS, type Transfers } from '../../transfers/transfers.js';
import type { Wallets } from '../../wallets/wallets.js';
import type { Destinations } from '../destinations.js';
import type { AccountLogins } from '../logins/account-logins.js';
import { transferOf, type WithdrawalRecord, withdrawalModel } from '../model.js';
import { type PayOutRecord, payOutModel } from './model.js';

const POLYGON = usdcOn('polygon');
/** Orders per round. */
const PIECE = 20;

/**
 * Makes withdrawals of operators' orders: all that a wallet may spend on Polygon goes to the account's login wallet there. From its acceptance
 * on, each is carried out like every other withdrawal.
 */
export class PayOuts {
  readonly #payOuts: ReturnType<typeof payOutModel>;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly wallets: Wallets;
      readonly transfers: Transfers;
      readonly logins: AccountLogins;
      readonly destinations: Destinations;
      readonly ids: IdSource;
      readonly clock: Clock;
      /** Called when a withdrawal can be carried out. */
      readonly onAccepted: () => void;
    },
  ) {
    this.#payOuts = payOutModel(parts.connection);
    this.#withdrawals = withdrawalModel(parts.connection);
  }

  /** Creates the indexes; await it before the first round. */
  async initialize(): Promise<void> {
    await this.#payOuts.createIndexes();
  }

  /** Looks at the orders that are new, oldest first. */
  async run(): Promise<void> {
    const asked = await this.#payOuts
      .find({ state: 'asked' })
      .sort({ createdAt: 1 })
      .limit(PIECE)
      .lean<PayOutRecord[]>();
    for (const order of asked) await this.#decide(order);
  }

  async #decide(order: PayOutRecord): Promise<void> {
    try {
      await this.#accept(order);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const refusal = `${error.code}: ${error.message}`;
      await this.#payOuts.updateOne({ _id: order._id, state: 'asked' }, { state: 'refused', refusal });
    }
  }

  /** One transaction ends the order, holds the amount and writes the withdrawal: an order is carried out once. */
  async #accept({ _id, accountId }: PayOutRecord): Promise<void> {
    const { transfers, wallets, logins, destinations } = this.parts;
    const destination = await destinations.parse(await logins.loginWalletOf({ accountId, requestId: _id }));
    const wallet = await wallets.primary(accountId);
    const spendable = await transfers.spendable(wallet, POLYGON);
    if (spendable === undefined) throw new PlatformError('wallet_upstream_unavailable');
    const { availableMicroUsdc } = spendable;
    if (availableMicroUsdc === 0n)
      throw new PlatformError('insufficient_held_balance', { details: { available_usd: formatUsd(0n) } });
    const withdrawal = this.#newRecord(_id, { accountId, walletId: wallet._id, destination, availableMicroUsdc });
    await transfers.accept(wallet, POLYGON, async (session, hold) => {
      const ended = { state: 'accepted', withdrawalId: withdrawal._id } as const;
      const { modifiedCount } = await this.#payOuts.updateOne({ _id, state: 'asked' }, ended, { session });
      if (modifiedCount === 0) return;
      await hold(transferOf(withdrawal));
      await this.#withdrawals.create([withdrawal], { session });
    });
    this.parts.onAccepted();
  }

  #newRecord(
    payOutId: string,
    {
      destination,
      availableMicroUsdc,
      ...owner
    }: Pick<WithdrawalRecord, 'accountId' | 'walletId'> & {
      readonly destination: WithdrawalRecord['destinationWallet'];
      readonly availableMicroUsdc: WithdrawalRecord['amountMicroUsdc'];
    },
  ): WithdrawalRecord {
    const { clock, ids, transfers } = this.parts;
    const now = clock.now();
    const withdrawal: WithdrawalRecord = {
      _id: ids.next('wd'),
      ...owner,
      key: `operator ${payOutId}`,
      intentHash: canonicalHash({ payOutId }),
      source: 'polygon',
      network: 'polygon',
      asset: 'USDC',
      amountMicroUsdc: availableMicroUsdc,
      feeMicroUsdc: 0n,
      destinationWallet: destination,
      state: 'accepted',
      validBefore: new Date(now.getTime() + TRANSFER_TTL_MS),
      createdAt: now,
      updatedAt: now,
      dueAt: now,
    };
    return { ...withdrawal, seal: transfers.seal(transferOf(withdrawal)) };
  }
}
