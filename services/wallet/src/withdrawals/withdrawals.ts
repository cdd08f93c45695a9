import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import {
  type CreationListRequest,
  type CreationPosition,
  type CursorCodec,
  creationListFields,
  creationOrder,
  type Page,
  parseListRequest,
  readNewestFirst,
} from '@platform/kit/cursors';
import { killPoint } from '@platform/kit/kill-points';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import { z } from 'zod';
import { usdcOn } from '../chains/token.js';
import type { AcceptedTransfer } from '../transfers/accepted-transfer.js';
import { TRANSFER_TTL_MS, type Transfers } from '../transfers/transfers.js';
import type { Wallets } from '../wallets/wallets.js';
import { AccountTurns, OPEN_WITHDRAWALS_MAX, tooManyWithdrawals } from './account-turns.js';
import type { Challenges, EmailProof } from './challenges/challenges.js';
import { intentHash, type WithdrawalIntent } from './intent.js';
import { transferOf, type WithdrawalRecord, withdrawalModel } from './model.js';
import { openStates, statesOf, withdrawalStatuses } from './states.js';

const listSchema = z.object({ ...creationListFields, status: z.enum(withdrawalStatuses).optional() });

/** A request for a withdrawal. */
export interface WithdrawalRequest {
  readonly accountId: string;
  /** The caller's Idempotency-Key, normalized. */
  readonly key: string;
  readonly intent: WithdrawalIntent;
}

/** The result of an attempt, which commits even when the caller is refused. */
type Attempt = { readonly withdrawal: WithdrawalRecord; readonly replayed: boolean } | 'wrong_code';

/** The withdrawals of all accounts: accepted here, carried out by `WithdrawalFlow`. */
export class Withdrawals {
  /** What its accounts do at once. */
  readonly turns = new AccountTurns();
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly wallets: Wallets;
      readonly challenges: Challenges;
      /** Absent where no money can leave a wallet. */
      readonly transfers: Transfers | undefined;
      readonly cursors: CursorCodec<CreationPosition>;
      readonly ids: IdSource;
      readonly clock: Clock;
      /** Called when a withdrawal can be carried out. */
      readonly onAccepted: (withdrawal: WithdrawalRecord) => void;
    },
  ) {
    this.#withdrawals = withdrawalModel(parts.connection);
  }

  /** Creates the indexes that keep keys unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#withdrawals.createIndexes();
  }

  /**
   * Accepts a withdrawal that its proof authorizes. One transaction spends the code, reserves the amount and writes the record; on refusal
   * only the attempt counts. The same request again returns the record in its present state, whatever the state of its proof. A caller
   * without a proof has checked that none is needed. Throws `idempotency_key_conflict`, `rate_limited`, `insufficient_held_balance`,
   * `invalid_code`, `wallet_upstream_unavailable` and what `Challenges.spend` throws.
   */
  async accept(
    request: WithdrawalRequest,
    proof: EmailProof | undefined,
  ): Promise<{ withdrawal: WithdrawalRecord; replayed: boolean }> {
    const { accountId, key } = request;
    for (;;) {
      const earlier = await this.find(request);
      if (earlier !== undefined) return { withdrawal: earlier, replayed: true };
      const same = this.turns.underWay(accountId, key);
      if (same === undefined) return this.turns.run(accountId, key, () => this.#accept(request, proof));
      // Its failure is its own caller's.
      await same.catch(() => {});
    }
  }

  async #accept(
    request: WithdrawalRequest,
    proof: EmailProof | undefined,
  ): Promise<{ withdrawal: WithdrawalRecord; replayed: boolean }> {
    const { transfers, wallets } = this.parts;
    if (transfers === undefined) throw new PlatformError('wallet_upstream_unavailable');
    const wallet = await wallets.primary(request.accountId);
    const withdrawal = this.#newRecord(request, wallet._id, transfers);
    const attempt = await transfers
      .accept(wallet, usdcOn(withdrawal.network), (session, hold) =>
        this.#attempt(request, proof, { withdrawal, hold }, session),
      )
      .catch((error: unknown) => this.#winner(request, error));
    if (attempt === 'wrong_code') throw new PlatformError('invalid_code');
    if (attempt.replayed) return attempt;
    killPoint('withdrawal.after_reserve');
    this.parts.onAccepted(attempt.withdrawal);
    return attempt;
  }

  /** Returns the withdrawal under the request's key. Throws `idempotency_key_conflict` when it belongs to another request. */
  async find(
    { accountId, key, intent }: WithdrawalRequest,
    session?: ClientSession,
  ): Promise<WithdrawalRecord | undefined> {
    const document = await this.#withdrawals.findOne({ accountId, key }).session(session ?? null);
    const record = document?.toObject<WithdrawalRecord>();
    if (record !== undefined && record.intentHash !== intentHash(intent))
      throw new PlatformError('idempotency_key_conflict');
    return record;
  }

  /** Returns one of the account's withdrawals. Throws `withdrawal_not_found`. */
  async get(accountId: string, id: string): Promise<WithdrawalRecord> {
    const document = await this.#withdrawals.findOne({ _id: id, accountId });
    if (document === null) throw new PlatformError('withdrawal_not_found');
    return document.toObject<WithdrawalRecord>();
  }

  /** Returns the account's withdrawals, newest first. Throws `invalid_request` and `invalid_cursor`. */
  async list(
    accountId: string,
    request: CreationListRequest & { readonly status?: string | undefined },
  ): Promise<Page<WithdrawalRecord>> {
    const { status, ...page } = parseListRequest(listSchema, request);
    const wanted = status === undefined ? {} : { state: { $in: statesOf(status) } };
    return readNewestFirst(page, {
      cursors: this.parts.cursors,
      scope: { list: 'withdrawals by creation', accountId, filters: { status } },
      find: async (older, limit) => {
        const found = await this.#withdrawals
          .find({ accountId, ...wanted, ...older })
          .sort(creationOrder)
          .limit(limit);
        return found.map((document) => document.toObject<WithdrawalRecord>());
      },
    });
  }

  /** Of identical concurrent attempts the store commits one; the others are retried and find its record. */
  async #attempt(
    request: WithdrawalRequest,
    proof: EmailProof | undefined,
    {
      withdrawal,
      hold,
    }: { readonly withdrawal: WithdrawalRecord; readonly hold: (transfer: AcceptedTransfer) => Promise<void> },
    session: ClientSession,
  ): Promise<Attempt> {
    const winner = await this.find(request, session);
    if (winner !== undefined) return { withdrawal: winner, replayed: true };
    const { accountId, key, intent } = request;
    const open = { accountId, state: { $in: openStates } };
    if ((await this.#withdrawals.countDocuments(open, { session })) >= OPEN_WITHDRAWALS_MAX) throw tooManyWithdrawals();
    const binding = { accountId, key, intentHash: intentHash(intent) };
    if (proof !== undefined && !(await this.parts.challenges.spend(proof, binding, session))) return 'wrong_code';
    // Behind the proof: what is refused for a wrong code is committed, and costs no gas.
    await hold(transferOf(withdrawal));
    await this.#withdrawals.create([withdrawal], { session });
    return { withdrawal, replayed: false };
  }

  /**
   * Returns the first withdrawal under a key: two challenges may have authorized different withdrawals under one key, and the later attempt
   * learns of the first.
   */
  async #winner(request: WithdrawalRequest, error: unknown): Promise<Attempt> {
    const winner = isDuplicateKey(error) ? await this.find(request) : undefined;
    if (winner === undefined) throw error;
    return { withdrawal: winner, replayed: true };
  }

  #newRecord({ accountId, key, intent }: WithdrawalRequest, walletId: string, transfers: Transfers): WithdrawalRecord {
    const { clock, ids } = this.parts;
    const now = clock.now();
    const withdrawal: WithdrawalRecord = {
      _id: ids.next('wd'),
      accountId,
      walletId,
      key,
      intentHash: intentHash(intent),
      source: intent.source,
      network: intent.chain,
      asset: 'USDC',
      amountMicroUsdc: intent.amountMicroUsdc,
      destinationWallet: intent.destinationWallet,
      state: 'accepted',
      validBefore: new Date(now.getTime() + TRANSFER_TTL_MS),
      createdAt: now,
      updatedAt: now,
      dueAt: now,
    };
    return { ...withdrawal, seal: transfers.seal(transferOf(withdrawal)) };
  }
}
