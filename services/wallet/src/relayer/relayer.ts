// Why: docs/decisions/wallet/relayer.md
import { isDeepStrictEqual } from 'node:util';
import type { Turn } from '@platform/flows';
import { killPoint } from '@platform/kit/kill-points';
import { networks } from '@platform/kit/networks';
import { type ClientSession, inTransaction } from '@platform/store/mongo';
import type { Address, Hex } from 'viem';
import { type LegReference, ofLeg } from '../operation-reference.js';
import { type Call, Drafts, isGivenUp, isVoid, type Quote, STUCK_AFTER_MS } from './drafts.js';
import { offersTooLittle } from './gas/fees.js';
import { RelayerKeys } from './keys.js';
import { type Attempt, type ChainTransactionRecord, chainTransactionModel } from './model.js';
import { outcomeOf } from './outcome.js';
import type { RelayerParts } from './parts.js';
import { ReceiptPoller } from './receipt-poller.js';
import { chainTransactionStore, type HeldTransaction } from './records.js';
import type { ChainLook } from './relay-chain.js';

/** Earlier than that, no chain has included a transaction that was just broadcast. */
const FIRST_LOOK_AFTER_BLOCKS = 2;
/** The time between two answers that a transaction would be reverted. */
const REVERTS_APART_MS = 5_000;

const done: Turn = { kind: 'done' };
const waiting: Turn = { kind: 'waiting' };

/** A transaction to send. */
export interface RelayRequest extends Call, LegReference {
  /** The chain accepts it only before this time. */
  readonly validBefore: Date;
}

/**
 * The queue of transactions on a network that the platform pays for. A transaction is stored before it is signed, and its signed bytes are stored before
 * they are broadcast. The same bytes are broadcast until one version is final. A stuck transaction is signed again under the same nonce
 * with higher fees, or, once it is void, with a call that does nothing. Every write is conditional, so that several processes may run this
 * at once.
 */
export class Relayer {
  /** For the runner that schedules transactions. */
  readonly store: ReturnType<typeof chainTransactionStore>;
  readonly #transactions: ReturnType<typeof chainTransactionModel>;
  readonly #keys: RelayerKeys;
  readonly #receipts: ReceiptPoller;
  readonly #drafts: Drafts;

  constructor(private readonly parts: RelayerParts) {
    const { connection, chain, owner, clock } = parts;
    this.store = chainTransactionStore(connection, chain.network, owner, clock);
    this.#transactions = chainTransactionModel(connection);
    this.#keys = new RelayerKeys(connection, chain.network, clock);
    this.#receipts = new ReceiptPoller(connection, chain, clock);
    this.#drafts = new Drafts(parts);
  }

  /** Returns the address that pays for gas, checksummed. Money sent to it is lost to its sender. */
  get address(): Address {
    return this.parts.account.address;
  }

  /** Creates the indexes that keep legs and nonces unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#transactions.createIndexes();
  }

  /** Queues a transaction in the caller's transaction, once per leg. */
  async enqueue(request: RelayRequest, session: ClientSession): Promise<void> {
    if ((await this.find(request, session)) !== undefined) return;
    const { chain, clock, ids, seals } = this.parts;
    const now = clock.now();
    const { operation, leg, to, data, validBefore } = request;
    const call = { _id: ids.next('tx'), operation, leg, chain: chain.network, to, data, validBefore };
    const queued = { ...call, seal: seals.seal(call), state: 'queued' as const, attempts: [] };
    await this.#transactions.create([{ ...queued, createdAt: now, dueAt: now }], { session });
  }

  /** Returns the transaction of a leg in its present state; `undefined` when none was queued on this network. */
  async find(leg: LegReference, session?: ClientSession): Promise<ChainTransactionRecord | undefined> {
    const record = await this.#transactions
      .findOne({ ...ofLeg(leg), chain: this.parts.chain.network }, null, { session: session ?? null })
      .lean<ChainTransactionRecord>();
    return record ?? undefined;
  }

  /** Moves a transaction on as far as possible now. Rejects when the chain can't be reached. */
  async advance(held: HeldTransaction): Promise<Turn> {
    if (!this.parts.seals.isSealed(held.record)) return this.#refuseForged(held);
    return held.state === 'queued' ? this.#signFirst(held) : this.#follow(held);
  }

  /** Ends a transaction that nobody has queued here, or leaves it as it is: nothing of it is signed. */
  async #refuseForged(held: HeldTransaction): Promise<Turn> {
    if (held.state !== 'queued') return waiting;
    await this.store.move(held, 'refuse');
    return done;
  }

  async #signFirst(held: HeldTransaction): Promise<Turn> {
    if (isVoid(held.record, this.parts.clock)) {
      await this.store.move(held, 'expire');
      return done;
    }
    const quote = await this.#drafts.quote(held.record);
    if (quote === 'reverts') return this.#refuse(held);
    return quote === 'unpayable' ? waiting : this.#sign(held, 'sign', quote);
  }

  /** Ends a transaction that the chain would revert, once that is sure. */
  async #refuse(held: HeldTransaction): Promise<Turn> {
    const revertsSurelyAt = await this.#noteReverts(held.record, 'queued');
    if (this.parts.clock.now() < revertsSurelyAt) return { kind: 'waiting', until: revertsSurelyAt };
    await this.store.move(held, 'refuse');
    return done;
  }

  /**
   * Notes that a node said that the chain would revert a transaction; returns from when on the same answer makes that sure. One node may lag.
   * And a call that somebody else sent is carried out already, which a reorganisation may take back.
   */
  async #noteReverts({ _id, revertsAt }: ChainTransactionRecord, state: 'queued' | 'signed'): Promise<Date> {
    const firstAt = revertsAt ?? this.parts.clock.now();
    if (revertsAt === undefined) await this.#transactions.updateOne({ _id, state }, { $set: { revertsAt: firstAt } });
    return new Date(firstAt.getTime() + REVERTS_APART_MS);
  }

  /** Assigns a nonce of the key in use and stores the signature in one database transaction, so that no nonce is left unused. */
  async #sign(held: HeldTransaction, event: 'sign' | 'sign_anew', quote: Quote): Promise<Turn> {
    const { connection, chain, clock } = this.parts;
    const { record } = held;
    const { address: relayer } = this;
    await this.#keys.catchUp(relayer, await chain.nonce(relayer));
    const former = [...(record.former ?? []), ...record.attempts];
    const signed = await inTransaction(connection, async (session) => {
      const nonce = await this.#keys.takeNonce(relayer, session);
      const attempt = await this.#drafts.sign(record, nonce, quote);
      const set = { relayer, nonce, attempts: [attempt], ...(former.length > 0 && { former }) };
      const unset = ['inclusion', 'revertsAt'] as const;
      const moved = await this.store.move(held, event, { set, unset, session, keep: true });
      if (moved === undefined) await session.abortTransaction();
      return moved && attempt;
    });
    if (signed === undefined) return done;
    killPoint('relayer.after_sign');
    await this.#broadcast(record._id, signed.rawTransaction);
    killPoint('relayer.after_broadcast');
    const firstLookAfterMs = FIRST_LOOK_AFTER_BLOCKS * networks[chain.network].blockMs;
    return { kind: 'waiting', until: new Date(clock.nowMs() + firstLookAfterMs) };
  }

  async #follow(held: HeldTransaction): Promise<Turn> {
    const look = await this.#receipts.of(held.record);
    const outcome = outcomeOf(held.record, look);
    if (outcome.kind === 'cancelling') return waiting;
    if (outcome.kind === 'pending') return this.#chase(held, look);
    const { event, inclusion } = outcome;
    if (event === 'include' && held.state === 'included' && isDeepStrictEqual(held.record.inclusion, inclusion))
      return waiting;
    await this.store.move(held, event, { set: { inclusion }, unset: ['revertsAt'] });
    killPoint('relayer.after_inclusion');
    return done;
  }

  /** Handles a transaction that is in no block: displaced, or broadcast again, with higher fees after a long wait. */
  async #chase(held: HeldTransaction, look: ChainLook): Promise<Turn> {
    const { record } = held;
    const { relayer, nonce, attempts } = record;
    const latest = attempts.at(-1);
    if (relayer === undefined || nonce === undefined || latest === undefined)
      throw new Error(`transaction ${record._id} was never signed`);
    if (relayer !== this.address && (await this.#keys.isRetired(relayer))) return this.#takeOver(held, look, latest);
    if ((look.finalNonces.get(relayer) ?? 0) > nonce) return this.#displace(held);
    const chased =
      held.state === 'included' ? await this.store.move(held, 'take_back', { unset: ['inclusion'], keep: true }) : held;
    if (chased === undefined) return done;
    // The former key is not here: another process that has it can only broadcast what it signed.
    const version = relayer === this.address ? await this.#versionOf(record, nonce, latest, look) : latest;
    await this.#broadcast(record._id, version.rawTransaction);
    return waiting;
  }

  /** Reads receipts once more, since those read before the nonce may be older. */
  async #displace(held: HeldTransaction): Promise<Turn> {
    const { record } = held;
    const hashes = [...record.attempts, ...(record.former ?? [])].map(({ hash }) => hash);
    const { receipts } = await this.parts.chain.look(hashes, []);
    if (receipts.size > 0) return waiting;
    const { _id: transaction, relayer, nonce } = record;
    this.parts.logger.error({ transaction, relayer, nonce }, 'another transaction used a nonce of the relayer');
    await this.store.move(held, 'displace');
    return done;
  }

  /** Signs a retired key's transaction again with the key in use: the chain executes only one of both (EIP-3009). */
  async #takeOver(held: HeldTransaction, { finalAtMs }: ChainLook, latest: Attempt): Promise<Turn> {
    const { record } = held;
    if (record.validBefore.getTime() <= finalAtMs) {
      await this.store.move(held, 'expire');
      return done;
    }
    const quote = isVoid(record, this.parts.clock) ? 'reverts' : await this.#drafts.quote(record);
    if (typeof quote === 'object') return this.#sign(held, 'sign_anew', quote);
    // It may be in a block that was not read yet.
    if (quote === 'reverts') await this.#broadcast(record._id, latest.rawTransaction);
    return waiting;
  }

  /**
   * Returns the version to broadcast: one with higher fees after a long wait, or once no block can take the latest; an empty one when the
   * transaction is void, or would be reverted.
   */
  async #versionOf(
    record: ChainTransactionRecord,
    nonce: number,
    latest: Attempt,
    { baseFeePerGas }: ChainLook,
  ): Promise<Attempt> {
    const ageMs = this.parts.clock.nowMs() - latest.signedAt.getTime();
    const isStuck = ageMs >= STUCK_AFTER_MS || offersTooLittle(latest, baseFeePerGas);
    if (!isStuck && (latest.isCancellation === true || !isVoid(record, this.parts.clock))) return latest;
    const quote = await this.#drafts.replacing(record, latest);
    if (quote === undefined || !(await this.#mayReplace(record, latest, quote))) return latest;
    const attempt = await this.#drafts.sign(record, nonce, quote);
    const { modifiedCount } = await this.#transactions.updateOne(
      { _id: record._id, state: 'signed', nonce, attempts: { $size: record.attempts.length } },
      { $push: { attempts: attempt } },
    );
    killPoint('relayer.after_bump');
    return modifiedCount === 1 ? attempt : latest;
  }

  /** Returns whether a version may take the latest one's place; a transaction that the chain would revert loses it only once that is sure. */
  async #mayReplace(record: ChainTransactionRecord, latest: Attempt, { cancels }: Quote): Promise<boolean> {
    const { clock } = this.parts;
    if (isGivenUp(record, latest, clock)) return true;
    if (cancels) return clock.now() >= (await this.#noteReverts(record, 'signed'));
    const { _id, revertsAt } = record;
    if (revertsAt !== undefined)
      await this.#transactions.updateOne({ _id, state: 'signed' }, { $unset: { revertsAt: 1 } });
    return true;
  }

  /** Broadcasts signed bytes. A refusal decides nothing: the node may have them already, or another version. Receipts decide. */
  async #broadcast(transaction: string, rawTransaction: Hex): Promise<void> {
    await this.parts.chain
      .broadcast(rawTransaction)
      .catch((error: unknown) => this.parts.logger.debug({ err: error, transaction }, 'the node refused a broadcast'));
  }
}
