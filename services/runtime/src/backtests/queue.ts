// Why: docs/decisions/runtime/backtest-queue.md
import type { Clock } from '@platform/kit/clock';
import { heldBy, type Lease, renewLease, takeLease, unleased } from '@platform/store/leases';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import type { PipelineStage, UpdateWithAggregationPipeline } from 'mongoose';
import type { RunProgress } from '../frameworks/framework.js';
import { type BacktestInputs, inputsModel } from '../records/inputs.js';
import { type HandBack, type Move, type RunEnd, stageOf } from '../records/moves.js';
import { type BacktestRecord, backtestModel, type StoredError } from '../records/record.js';
import { backtestTransitions, eventOfDeadWorker } from '../records/state.js';
import { RoundRobin, type WaitingAccount } from './fairness.js';
import type { ProcessorTime } from './processor-time.js';

/** The lease of a run: how long a worker's silence lasts before another may start its run again. */
const LEASE_MS = 15_000;
const CLAIM_ATTEMPTS_MAX = 10;

/** Whose backtests may start: any account's with a free slot, or only one's that runs none. */
export type Claimants = 'anybody' | 'newcomers';
/** Matches what waits for a worker, among what is queued. */
const NOT_HELD = { held: { $ne: true } } as const;
const INTERRUPTED_TOO_OFTEN: StoredError = {
  code: 'platform_failed',
  message: 'The run was interrupted too often.',
  findings: [],
};

const IMAGE_GONE: StoredError = {
  code: 'platform_failed',
  message: 'The version of the framework that it was to run on is no longer listed.',
  findings: [],
};

const IMAGE_NOT_INSTALLED: StoredError = {
  code: 'platform_failed',
  message:
    'The version of the framework that it was to run on could not be installed. Without image_digest a backtest runs on the default version.',
  findings: [],
};

/** A run that this worker alone may end while its lease lasts. */
export interface ClaimedRun {
  readonly backtestId: string;
  readonly accountId: string;
  readonly lease: Lease;
  readonly record: BacktestRecord;
  readonly inputs: BacktestInputs;
}

/** The dependencies of the queue. */
interface QueueParts {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Stays the same over a restart of the process, so that it finds what it held before. */
  readonly owner: string;
  readonly slotsPerAccount: number;
  /** No backtest starts for an account that has used its whole allowance. */
  readonly processorTime: ProcessorTime;
}

/** Assigns waiting backtests to workers; every write of a worker is fenced by its lease's epoch. */
export class BacktestQueue {
  readonly #records: ReturnType<typeof backtestModel>;
  readonly #inputs: ReturnType<typeof inputsModel>;
  readonly #fairness: RoundRobin;

  constructor(private readonly parts: QueueParts) {
    this.#records = backtestModel(parts.connection);
    this.#inputs = inputsModel(parts.connection);
    this.#fairness = new RoundRobin(parts.slotsPerAccount);
  }

  /**
   * Takes the next backtest that runs on one of these images, of any account or of one that runs none; returns undefined when none may
   * start now. Callers make one call at a time.
   */
  async claim(imageDigests: readonly string[], claimants: Claimants = 'anybody'): Promise<ClaimedRun | undefined> {
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS_MAX; attempt += 1) {
      const waiting = await this.#affordable(await this.#waiting(imageDigests));
      const turn = this.#fairness.next(
        claimants === 'anybody' ? waiting : waiting.filter(({ usedSlots }) => usedSlots.length === 0),
      );
      if (turn === undefined) return undefined;
      const record = await this.#take(turn.backtestId, turn.slot);
      // Another worker took the backtest or the slot: try again.
      if (record === undefined) continue;
      this.#fairness.served(turn.accountId);
      return this.#describe(record);
    }
    return undefined;
  }

  /** Ends waiting and held backtests that are to run on none of these images: nothing ever would. Returns their number. */
  async failWithoutImage(imageDigests: readonly string[]): Promise<number> {
    return this.#failQueued({ 'framework.imageDigest': { $nin: imageDigests } }, IMAGE_GONE);
  }

  /**
   * Ends waiting backtests that are to run on an image that can't be installed. Returns their number. Held ones stay: once they are
   * started, the image is tried again.
   */
  async failOnImage(imageDigest: string): Promise<number> {
    return this.#failQueued({ 'framework.imageDigest': imageDigest, ...NOT_HELD }, IMAGE_NOT_INSTALLED);
  }

  /** Returns the images of the waiting backtests. */
  async awaitedImages(): Promise<string[]> {
    return this.#records.distinct('framework.imageDigest', { status: 'queued', ...NOT_HELD });
  }

  /** Renews the lease of a run; returns false when the run is no longer this worker's. */
  async renew(run: ClaimedRun): Promise<boolean> {
    const { matchedCount } = await this.#records.updateOne(fence(run), [renewLease(LEASE_MS)], {
      updatePipeline: true,
    });
    return matchedCount === 1;
  }

  /** Records how far a run has come, while it is this worker's. */
  async recordProgress(run: ClaimedRun, { fraction, simulatedMs }: RunProgress): Promise<void> {
    await this.#records.updateOne(fence(run), { $set: { progress: { fraction, simulatedAt: new Date(simulatedMs) } } });
  }

  /** Records the release that a run reads, where it was looked up after the run was queued. */
  async recordRelease(run: ClaimedRun, release: string | undefined): Promise<void> {
    if (run.record.release === release) return;
    const change = release === undefined ? { $unset: { release: 1 } } : { $set: { release } };
    await this.#records.updateOne(fence(run), change);
  }

  /**
   * Ends a run or returns it to the queue; returns false, and changes nothing, when it is no longer this worker's.
   * `measured` is the update that says what the run holds of its account's storage; without it the sweep measures.
   */
  async end(run: ClaimedRun, move: RunEnd | HandBack, measured?: PipelineStage.Set): Promise<boolean> {
    return this.#move(fence(run), move, measured === undefined ? [] : [{ $unset: 'storageDue' }, measured]);
  }

  /** Requeues what this worker held before its restart, which counts against no run. Called before the first claim. */
  async reclaimOwn(): Promise<number> {
    return this.#reclaim({ 'lease.owner': this.parts.owner }, () => 'stopped');
  }

  /** Requeues what workers held that have gone silent. */
  async reclaimLapsed(): Promise<number> {
    return this.#reclaim(unleased(), eventOfDeadWorker);
  }

  async #failQueued(lost: object, error: StoredError): Promise<number> {
    const transition = backtestTransitions.of('queued', 'failed');
    const stage = stageOf(transition, { event: 'failed', error }, this.parts.clock.now());
    const queued = { status: 'queued', ...lost } as const;
    return (await this.#records.updateMany(queued, [stage], { updatePipeline: true })).modifiedCount;
  }

  async #affordable(waiting: readonly WaitingAccount[]): Promise<WaitingAccount[]> {
    if (waiting.length === 0) return [];
    const exhausted = await this.parts.processorTime.exhausted(waiting.map(({ accountId }) => accountId));
    return waiting.filter(({ accountId }) => !exhausted.has(accountId));
  }

  async #waiting(imageDigests: readonly string[]): Promise<WaitingAccount[]> {
    const waits = [{ $eq: ['$status', 'queued'] }, { $ne: ['$held', true] }];
    const claimable = { $and: [...waits, { $in: ['$framework.imageDigest', imageDigests] }] };
    return this.#records.aggregate<WaitingAccount>([
      { $match: { status: { $in: ['queued', 'running'] } } },
      {
        $group: {
          _id: '$accountId',
          oldestQueuedId: { $min: { $cond: [claimable, '$_id', null] } },
          usedSlots: { $push: '$runSlot' },
        },
      },
      { $match: { oldestQueuedId: { $ne: null } } },
      { $project: { _id: 0, accountId: '$_id', oldestQueuedId: 1, usedSlots: 1 } },
    ]);
  }

  async #take(backtestId: string, slot: number): Promise<BacktestRecord | undefined> {
    const transition = backtestTransitions.of('queued', 'claimed');
    const stages = [
      takeLease(this.parts.owner, LEASE_MS),
      stageOf(transition, { event: 'claimed', slot }, this.parts.clock.now()),
    ];
    try {
      const taken = await this.#records
        .findOneAndUpdate({ _id: backtestId, status: 'queued', ...NOT_HELD }, stages, {
          returnDocument: 'after',
          updatePipeline: true,
        })
        .lean<BacktestRecord>();
      return taken ?? undefined;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  async #describe(record: BacktestRecord): Promise<ClaimedRun> {
    const inputs = await this.#inputs.findById(record._id).lean<BacktestInputs>();
    if (inputs === null || !record.lease) throw new Error(`${record._id} has no inputs`);
    const { owner, epoch } = record.lease;
    return { backtestId: record._id, accountId: record.accountId, lease: { owner, epoch }, record, inputs };
  }

  async #reclaim(
    whose: object,
    eventOf: (interruptions: number) => 'failed' | 'interrupted' | 'stopped',
  ): Promise<number> {
    const dead = await this.#records
      .find({ status: 'running', ...whose }, { lease: 1, interruptions: 1 })
      .lean<Pick<BacktestRecord, '_id' | 'lease' | 'interruptions'>[]>();
    const moved = dead.map(({ _id, lease, interruptions }) => {
      const event = eventOf(interruptions);
      const move: Move = event === 'failed' ? { event, error: INTERRUPTED_TOO_OFTEN } : { event };
      return this.#move({ _id, status: 'running', 'lease.epoch': lease?.epoch, ...whose }, move);
    });
    return (await Promise.all(moved)).filter(Boolean).length;
  }

  async #move(guard: object, move: Move, further: UpdateWithAggregationPipeline = []): Promise<boolean> {
    const transition = backtestTransitions.of('running', move.event);
    const stages = [stageOf(transition, move, this.parts.clock.now()), ...further];
    const { matchedCount } = await this.#records.updateOne(guard, stages, { updatePipeline: true });
    return matchedCount === 1;
  }
}

/** Matches the record while the run is this worker's. */
function fence({ backtestId, lease }: ClaimedRun) {
  return { _id: backtestId, status: 'running', ...heldBy(lease) } as const;
}
