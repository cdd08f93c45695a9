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
import { type ClientSession, type Connection, inTransaction, isDuplicateKey, Turns } from '@platform/store/mongo';
import { z } from 'zod';
import { TRANSFER_TTL_MS } from '../transfers/transfers.js';
import type { Wallets } from '../wallets/wallets.js';
import { AccountTurns, OPEN_WITHDRAWALS_MAX, tooManyWithdrawals } from './account-turns.js';
import { Claims } from './claims/claims.js';
import { intentHash, type WithdrawalIntent, type WithdrawalRequest } from './intent.js';
import { type WithdrawalRecord, withdrawalModel } from './model.js';
import type { AuthorizationRecord, Authorizations } from './proofs/authorizations.js';
import { nameOf, type ProvedRequest, type WithdrawalProof } from './proofs/proof.js';
import type { Proofs } from './proofs/proofs.js';
import type { SourceName } from './sources/names.js';
import type { HoldWithdrawal, Quote, WithdrawalSources } from './sources/source.js';
import { type DescribedSource, describeSources, sourceOf } from './sources/sources.js';
import { openStates, statesOf, withdrawalStatuses } from './states.js';

const listSchema = z.object({ ...creationListFields, status: z.enum(withdrawalStatuses).optional() });

/** The result of an attempt, which commits even when the caller is refused. */
type Attempt = { readonly withdrawal: WithdrawalRecord; readonly replayed: boolean } | 'wrong_code';

/** What `recover` found under a key, or made of it: a fenced key pays nothing, ever. */
export type Recovered = WithdrawalRecord | 'cancelled';

/** The withdrawals of all accounts: accepted here, carried out by `WithdrawalFlow`. */
export class Withdrawals {
  /** What its accounts do at once in this process. */
  readonly turns = new AccountTurns();
  /** Of each account, of all processes: what it has under way is counted by one at a time. */
  readonly #accountTurns: Turns;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;
  readonly #claims: Claims;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly wallets: Wallets;
      readonly sources: WithdrawalSources;
      readonly proofs: Proofs;
      readonly authorizations: Authorizations;
      readonly cursors: CursorCodec<CreationPosition>;
      readonly ids: IdSource;
      readonly clock: Clock;
      /** Called when a withdrawal can be carried out. */
      readonly onAccepted: (withdrawal: WithdrawalRecord) => void;
    },
  ) {
    this.#withdrawals = withdrawalModel(parts.connection);
    this.#claims = new Claims(parts.connection, parts.clock);
    this.#accountTurns = new Turns(parts.connection, 'withdrawal_turns');
  }

  /** Creates the indexes that keep keys unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#withdrawals.createIndexes();
    await this.#claims.initialize();
  }

  /** Returns what becomes of the amount of a withdrawal. Throws `bad_request`, or `feature_not_available` for a planned source. */
  quote({ source, amountMicroUsdc }: WithdrawalIntent): Quote {
    return sourceOf(this.parts.sources, source).quote(amountMicroUsdc);
  }

  /** Returns whether anything can be withdrawn from a source, were it not now. */
  offers(source: SourceName): boolean {
    return this.parts.sources[source] !== undefined;
  }

  /** Returns every source as it is for the account now. */
  async describeSources(accountId: string): Promise<DescribedSource[]> {
    return describeSources(this.parts.sources, await this.parts.wallets.primary(accountId));
  }

  /**
   * Accepts a withdrawal that its proof authorizes. One transaction uses the proof, claims the key, reserves the amount and writes the
   * record; on refusal only the attempt counts. The same request again returns the record in its present state, whatever the state of its
   * proof. A caller without a proof has checked that none is needed. Throws `idempotency_key_conflict`, `withdrawal_request_cancelled`,
   * `feature_not_available`, `rate_limited`, `insufficient_held_balance`, `invalid_code`, `wallet_upstream_unavailable` and what `Proofs` throws.
   */
  async accept(
    request: WithdrawalRequest,
    proof: WithdrawalProof | undefined,
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
    proof: WithdrawalProof | undefined,
  ): Promise<{ withdrawal: WithdrawalRecord; replayed: boolean }> {
    const { proofs, sources, wallets } = this.parts;
    const source = sourceOf(sources, request.intent.source);
    const proved = this.#proved(request);
    if (proof !== undefined) await proofs.check(proof, proved);
    const wallet = await wallets.primary(request.accountId);
    const withdrawal = this.#newRecord(proved, wallet._id);
    const attempt = await source
      .accept(wallet, request.intent.amountMicroUsdc, (session, hold) =>
        this.#attempt(proved, proof, { withdrawal, hold }, session),
      )
      .catch((error: unknown) => this.#winner(request, error));
    if (attempt === 'wrong_code') throw new PlatformError('invalid_code');
    if (attempt.replayed) return attempt;
    killPoint('withdrawal.after_reserve');
    this.parts.onAccepted(attempt.withdrawal);
    return attempt;
  }

  /**
   * Verifies the proof of a withdrawal and notes that it is authorized; moves nothing and holds nothing. Throws `withdrawal_state_conflict`
   * when the key has its withdrawal, and what `Withdrawals.accept` throws about keys and proofs.
   */
  async authorize(request: WithdrawalRequest, proof: WithdrawalProof): Promise<AuthorizationRecord> {
    const proved = this.#proved(request);
    await this.#requireUnclaimed(request);
    await this.parts.proofs.check(proof, proved);
    const { accountId, key } = request;
    // Behind the account's other requests: they would conflict in the store.
    const authorized = await this.turns.run(accountId, `authorize ${key}`, () => this.#authorize(proved, proof));
    if (authorized === undefined) throw new PlatformError('invalid_code');
    return authorized;
  }

  #authorize(request: ProvedRequest, proof: WithdrawalProof): Promise<AuthorizationRecord | undefined> {
    const { authorizations, connection, proofs } = this.parts;
    return inTransaction(connection, async (session) => {
      await this.#requireUnclaimed(request, session);
      const expiresAt = await proofs.use(proof, request, session, 'authorize');
      if (expiresAt === undefined) return undefined;
      return authorizations.write(request, { proofName: nameOf(proof), expiresAt }, session);
    });
  }

  async #requireUnclaimed(request: WithdrawalRequest, session?: ClientSession): Promise<void> {
    if ((await this.find(request, session)) !== undefined) throw new PlatformError('withdrawal_state_conflict');
  }

  /**
   * Returns an earlier request's withdrawal; changes nothing. Throws `withdrawal_state_conflict` while the request is being decided,
   * `withdrawal_replay_requires_resume` where it is authorized and was never made, `withdrawal_replay_not_found`, and what `Withdrawals.find` throws.
   */
  async replay(request: WithdrawalRequest): Promise<WithdrawalRecord> {
    const isUnderWay = this.turns.underWay(request.accountId, request.key) !== undefined;
    const earlier = await this.find(request);
    if (earlier !== undefined) return earlier;
    if (isUnderWay) throw new PlatformError('withdrawal_state_conflict');
    const isAuthorized = await this.parts.authorizations.isOpen(request);
    throw new PlatformError(isAuthorized ? 'withdrawal_replay_requires_resume' : 'withdrawal_replay_not_found');
  }

  /** Returns the withdrawal under a key; a key without one is fenced for good, and no request with it is ever accepted. */
  async recover(accountId: string, key: string): Promise<Recovered> {
    const withdrawalId = await this.#claims.fence(accountId, key);
    return withdrawalId === undefined ? 'cancelled' : this.get(accountId, withdrawalId);
  }

  /**
   * Returns the withdrawal under the request's key. Throws `idempotency_key_conflict` when it belongs to another request, and
   * `withdrawal_request_cancelled` when the key is fenced.
   */
  async find(request: WithdrawalRequest, session?: ClientSession): Promise<WithdrawalRecord | undefined> {
    const { accountId, key, intent } = request;
    const record = await this.under(accountId, key, session);
    if (record !== undefined && record.intentHash !== intentHash(intent))
      throw new PlatformError('idempotency_key_conflict');
    return record;
  }

  /** Returns the withdrawal under a key, whatever it does. Throws `withdrawal_request_cancelled` when the key is fenced. */
  async under(accountId: string, key: string, session?: ClientSession): Promise<WithdrawalRecord | undefined> {
    const document = await this.#withdrawals.findOne({ accountId, key }).session(session ?? null);
    if (document !== null) return document.toObject<WithdrawalRecord>();
    if (await this.#claims.isFenced(accountId, key, session)) throw new PlatformError('withdrawal_request_cancelled');
    return undefined;
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
    request: ProvedRequest,
    proof: WithdrawalProof | undefined,
    { withdrawal, hold }: { readonly withdrawal: WithdrawalRecord; readonly hold: HoldWithdrawal },
    session: ClientSession,
  ): Promise<Attempt> {
    await this.#accountTurns.take(request.accountId, session);
    const winner = await this.find(request, session);
    if (winner !== undefined) return { withdrawal: winner, replayed: true };
    const { authorizations, proofs } = this.parts;
    const { accountId, key } = request;
    const open = { accountId, state: { $in: openStates } };
    if ((await this.#withdrawals.countDocuments(open, { session })) >= OPEN_WITHDRAWALS_MAX) throw tooManyWithdrawals();
    if (proof !== undefined) {
      if ((await proofs.use(proof, request, session, 'withdraw')) === undefined) return 'wrong_code';
      await authorizations.end(request, session);
    }
    // Behind the proof: what is refused for a wrong code is committed, and costs no gas.
    const held = await hold(withdrawal);
    await this.#claims.take(accountId, key, held._id, session);
    await this.#withdrawals.create([held], { session });
    return { withdrawal: held, replayed: false };
  }

  /**
   * Returns the first withdrawal under a key: two challenges may have authorized different withdrawals under one key, and the later attempt
   * learns of the first, or of the fence.
   */
  async #winner(request: WithdrawalRequest, error: unknown): Promise<Attempt> {
    const winner = isDuplicateKey(error) ? await this.find(request) : undefined;
    if (winner === undefined) throw error;
    return { withdrawal: winner, replayed: true };
  }

  #proved(request: WithdrawalRequest): ProvedRequest {
    return { ...request, feeMicroUsdc: this.quote(request.intent).feeMicroUsdc };
  }

  #newRecord({ accountId, key, intent, feeMicroUsdc }: ProvedRequest, walletId: string): WithdrawalRecord {
    const { clock, ids } = this.parts;
    const now = clock.now();
    return {
      _id: ids.next('wd'),
      accountId,
      walletId,
      key,
      intentHash: intentHash(intent),
      source: intent.source,
      network: intent.chain,
      asset: 'USDC',
      amountMicroUsdc: intent.amountMicroUsdc,
      feeMicroUsdc,
      destinationWallet: intent.destinationWallet,
      state: 'accepted',
      validBefore: new Date(now.getTime() + TRANSFER_TTL_MS),
      createdAt: now,
      updatedAt: now,
      dueAt: now,
    };
  }
}
