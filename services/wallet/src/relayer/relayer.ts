import { isDeepStrictEqual } from 'node:util';
import type { Clock, IdSource } from '@platform/clock';
import type { Turn } from '@platform/flows';
import { killPoint } from '@platform/kill-points';
import type { Logger } from '@platform/logging';
import { type ClientSession, type Connection, inTransaction, renameField } from '@platform/mongo';
import { type Address, type Hex, keccak256, type LocalAccount } from 'viem';
import type { Cause } from '../cause.js';
import { networks } from '../chains/networks.js';
import { type Attempt, type ChainTransactionRecord, chainTransactionModel, relayerNonceModel } from './model.js';
import { chainTransactionStore, type HeldTransaction } from './records.js';
import type { Fees, Receipt, RelayChain } from './relay-chain.js';

/** Gas beyond the estimate, in percent: the state may have moved a little by the time it runs. */
const GAS_MARGIN_PERCENT = 25n;
/** Fees beyond what is asked now, so that a small rise strands nothing; unused fees aren't paid. */
const FEE_MARGIN_PERCENT = 50n;
/** Nodes accept a replacement only for at least a tenth more. */
const BUMP_PERCENT = 25n;
const STUCK_AFTER_MS = 60_000;
const ATTEMPTS_MAX = 10;
/** Before that no chain has taken what was just broadcast. */
const FIRST_LOOK_AFTER_MS = 500;

const done: Turn = { kind: 'done' };
const waiting: Turn = { kind: 'waiting' };

/** What to send. */
export interface RelayRequest {
  readonly cause: Cause;
  readonly to: Address;
  readonly data: Hex;
}

/**
 * The queue of transactions that the platform pays for. A transaction is stored before it is signed, its signed bytes before
 * they are broadcast, and the same bytes are broadcast until the chain has one version for good; one that is stuck is
 * signed again under the same nonce with higher fees. Every write is conditional, so that several processes may do this at once.
 */
export class Relayer {
  /** For what gives transactions their turns. */
  readonly store: ReturnType<typeof chainTransactionStore>;
  readonly #transactions: ReturnType<typeof chainTransactionModel>;
  readonly #nonces: ReturnType<typeof relayerNonceModel>;

  constructor(
    private readonly connection: Connection,
    private readonly account: LocalAccount,
    private readonly chain: RelayChain,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
    owner: string,
  ) {
    this.store = chainTransactionStore(connection, owner, clock);
    this.#transactions = chainTransactionModel(connection);
    this.#nonces = relayerNonceModel(connection);
  }

  /** Who pays for gas, and what comes to it is lost to its sender: checksummed. */
  get address(): Address {
    return this.account.address;
  }

  get #nonceId() {
    return { chain: this.chain.network, relayer: this.address };
  }

  /** Makes the indexes that keep causes and nonces single; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await renameField(this.connection, 'chain_transactions', { from: 'purpose', to: 'cause' });
    await this.#transactions.createIndexes();
  }

  /** Queues a transaction in the caller's transaction, once for its cause. */
  async enqueue({ cause, to, data }: RelayRequest, session: ClientSession): Promise<void> {
    if ((await this.find(cause, session)) !== undefined) return;
    const now = this.clock.now();
    const queued = { cause, chain: this.chain.network, to, data, state: 'queued' as const, attempts: [] };
    await this.#transactions.create([{ _id: this.ids.next('tx'), ...queued, createdAt: now, dueAt: now }], { session });
  }

  /** The transaction of a cause, as far as it has come. */
  async find({ kind, id }: Cause, session?: ClientSession): Promise<ChainTransactionRecord | undefined> {
    const filter = { 'cause.kind': kind, 'cause.id': id };
    const record = await this.#transactions
      .findOne(filter, null, { session: session ?? null })
      .lean<ChainTransactionRecord>();
    return record ?? undefined;
  }

  /** Moves a transaction on as far as it goes now. Rejects when the chain can't be asked. */
  async advance(held: HeldTransaction): Promise<Turn> {
    return held.state === 'queued' ? this.#sign(held) : this.#follow(held);
  }

  /** Gives a queued transaction its nonce and its first signature in one transaction of the store: no nonce is left unused. */
  async #sign(held: HeldTransaction): Promise<Turn> {
    const { record } = held;
    const { address } = this;
    const gas = await this.chain.estimateGas({ account: address, to: record.to, data: record.data });
    if (gas === 'reverts') {
      await this.store.move(held, 'refuse');
      return done;
    }
    const fees = raised(await this.chain.fees(), FEE_MARGIN_PERCENT);
    const gasLimit = percentMore(gas, GAS_MARGIN_PERCENT);
    if ((await this.chain.nativeBalance(address)) < gasLimit * fees.maxFeePerGas) {
      this.logger.error({ transaction: record._id, relayer: address }, 'the relayer can not pay for gas');
      return waiting;
    }
    await this.#catchUp();
    const signed = await inTransaction(this.connection, async (session) => {
      const nonce = await this.#takeNonce(session);
      const attempt = await this.#attempt(record, nonce, gasLimit, fees);
      const moved = await this.store.move(held, 'sign', {
        set: { relayer: address, nonce, attempts: [attempt] },
        session,
        keep: true,
      });
      if (moved === undefined) await session.abortTransaction();
      return moved && attempt;
    });
    if (signed === undefined) return done;
    killPoint('relayer.after_sign');
    await this.#broadcast(record._id, signed.rawTransaction);
    killPoint('relayer.after_broadcast');
    return { kind: 'waiting', until: new Date(this.clock.nowMs() + FIRST_LOOK_AFTER_MS) };
  }

  /** Skips nonces that the chain has seen used, by whatever means. */
  async #catchUp(): Promise<void> {
    const used = await this.chain.nonce(this.address, 'latest');
    await this.#nonces.updateOne({ _id: this.#nonceId }, { $max: { next: used } }, { upsert: true });
  }

  async #takeNonce(session: ClientSession): Promise<number> {
    const before = await this.#nonces
      .findOneAndUpdate({ _id: this.#nonceId }, { $inc: { next: 1 } }, { session })
      .orFail()
      .lean();
    return before.next;
  }

  async #attempt({ to, data }: ChainTransactionRecord, nonce: number, gas: bigint, fees: Fees): Promise<Attempt> {
    const { chainId } = networks[this.chain.network];
    const transaction = { type: 'eip1559', chainId, nonce, to, data, gas, value: 0n, ...fees } as const;
    const rawTransaction = await this.account.signTransaction(transaction);
    return {
      hash: keccak256(rawTransaction),
      rawTransaction,
      gas: gas.toString(),
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      signedAt: this.clock.now(),
    };
  }

  async #follow(held: HeldTransaction): Promise<Turn> {
    const { record, state } = held;
    const finalBlock = await this.chain.finalBlock();
    const found = await this.#receiptOf(record);
    if (found === undefined) return this.#chase(held);
    const { hash, receipt } = found;
    const inclusion = { hash, blockNumber: Number(receipt.blockNumber), succeeded: receipt.succeeded };
    const isFinal = receipt.blockNumber <= finalBlock;
    if (!isFinal && state === 'included' && isDeepStrictEqual(record.inclusion, inclusion)) return waiting;
    const outcome = receipt.succeeded ? 'finalise_success' : 'finalise_revert';
    await this.store.move(held, isFinal ? outcome : 'include', { set: { inclusion } });
    killPoint('relayer.after_inclusion');
    return done;
  }

  /** Any version may be the one that was taken. */
  async #receiptOf({ attempts }: ChainTransactionRecord): Promise<{ hash: Hex; receipt: Receipt } | undefined> {
    for (const { hash } of attempts.toReversed()) {
      const receipt = await this.chain.receipt(hash);
      if (receipt !== undefined) return { hash, receipt };
    }
    return undefined;
  }

  /** In no block: displaced, or broadcast again, with higher fees where it has waited for long. */
  async #chase(held: HeldTransaction): Promise<Turn> {
    const { record, state } = held;
    const { relayer, nonce, attempts } = record;
    const latest = attempts.at(-1);
    if (relayer === undefined || nonce === undefined || latest === undefined)
      throw new Error(`transaction ${record._id} was never signed`);
    if ((await this.chain.nonce(relayer, 'finalized')) > nonce && !(await this.#receiptOf(record))) {
      this.logger.error({ transaction: record._id, nonce }, 'a nonce of the relayer was used by something else');
      await this.store.move(held, 'displace');
      return done;
    }
    if (state === 'included') await this.store.move(held, 'take_back', { unset: ['inclusion'], keep: true });
    // Whoever has another key now can only broadcast what the former one signed.
    const isOurs = relayer === this.address;
    const isStuck = this.clock.nowMs() - latest.signedAt.getTime() >= STUCK_AFTER_MS;
    const replacement =
      isOurs && isStuck && attempts.length < ATTEMPTS_MAX ? await this.#bump(record, nonce, latest) : undefined;
    await this.#broadcast(record._id, (replacement ?? latest).rawTransaction);
    return waiting;
  }

  async #bump(record: ChainTransactionRecord, nonce: number, latest: Attempt) {
    const now = raised(await this.chain.fees(), FEE_MARGIN_PERCENT);
    const least = raised(
      { maxFeePerGas: BigInt(latest.maxFeePerGas), maxPriorityFeePerGas: BigInt(latest.maxPriorityFeePerGas) },
      BUMP_PERCENT,
    );
    const attempt = await this.#attempt(record, nonce, BigInt(latest.gas), higher(now, least));
    const { modifiedCount } = await this.#transactions.updateOne(
      { _id: record._id, state: 'signed', attempts: { $size: record.attempts.length } },
      { $push: { attempts: attempt } },
    );
    killPoint('relayer.after_bump');
    return modifiedCount === 1 ? attempt : undefined;
  }

  /** A refusal decides nothing: the node may have it already, or another version. Receipts decide. */
  async #broadcast(transaction: string, rawTransaction: Hex): Promise<void> {
    await this.chain
      .broadcast(rawTransaction)
      .catch((error: unknown) => this.logger.debug({ err: error, transaction }, 'the node took no broadcast'));
  }
}

function percentMore(amount: bigint, percent: bigint): bigint {
  return (amount * (100n + percent) + 99n) / 100n;
}

function raised({ maxFeePerGas, maxPriorityFeePerGas }: Fees, percent: bigint): Fees {
  return {
    maxFeePerGas: percentMore(maxFeePerGas, percent),
    maxPriorityFeePerGas: percentMore(maxPriorityFeePerGas, percent),
  };
}

function higher(left: Fees, right: Fees): Fees {
  const larger = (a: bigint, b: bigint) => (a > b ? a : b);
  return {
    maxFeePerGas: larger(left.maxFeePerGas, right.maxFeePerGas),
    maxPriorityFeePerGas: larger(left.maxPriorityFeePerGas, right.maxPriorityFeePerGas),
  };
}
