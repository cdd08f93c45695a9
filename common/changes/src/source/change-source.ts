import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import { ChangeBuffer, type OperationTime, sequenceOf, timeOf } from '../buffer/index.js';
import { ENDS, type FollowedCollection, isSeen, pipelineOf } from './followed.js';

/** How far back the history is read at the start: as far as a buffer holds it. Where the database remembers less, the half, and so on. */
const HISTORY_SECONDS = 600;
const HISTORY_SECONDS_MIN = 4;
/** How long the database waits for a change before it answers that there is none; below the time-out of its connections. */
const AWAIT_MS = 1_000;
const RETRY_MS = 1_000;
/** Owners of records, so that a record that changes often is looked up once. */
const OWNERS_MAX = 10_000;
/** The server no longer has the history that was asked for. */
const HISTORY_LOST = new Set<unknown>([280, 286]);
/** A resume token begins with the time of the operation up to which it was read; other parts have no documented form. */
const TOKEN_TIME = /^82([0-9a-f]{8})([0-9a-f]{8})/i;

interface Told {
  readonly operationType: string;
  readonly clusterTime: mongoose.mongo.Timestamp;
  readonly wallTime?: Date;
  readonly ns?: { readonly coll?: string };
  readonly documentKey: { readonly _id: unknown };
  readonly fullDocument?: Readonly<Record<string, unknown>>;
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  readonly cut: readonly string[];
}

type Stream = mongoose.mongo.ChangeStream<mongoose.mongo.Document, mongoose.mongo.ChangeStreamDocument>;

/** A stream, and its first answer: null for none yet. */
interface Opened {
  readonly stream: Stream;
  readonly first: Awaited<ReturnType<Stream['tryNext']>>;
}

/** What is held, and what is aborted when it is no longer continued. */
export interface OpenBuffer {
  readonly buffer: ChangeBuffer;
  readonly ended: AbortSignal;
}

/** The changes of some collections of a service's database, as the database tells them. */
export class ChangeSource {
  readonly #followed: ReadonlyMap<string, FollowedCollection>;
  readonly #owners = new LRUCache<string, string>({ max: OWNERS_MAX });
  #held: { readonly buffer: ChangeBuffer; readonly ending: AbortController } | undefined;
  #stream: Stream | undefined;
  #isClosed = false;
  #last: { time: OperationTime; index: number } | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly collections: readonly FollowedCollection[],
    private readonly clock: Clock,
  ) {
    this.#followed = new Map(collections.map((each) => [each.collection, each]));
  }

  /** Follows the database until it is closed; reads what it missed after every failure. */
  start(logger: Logger): Closeable {
    const rounds = startPeriodic(
      { name: 'changes', intervalMs: RETRY_MS, run: () => this.#follow() },
      this.clock,
      logger,
    );
    return {
      close: async () => {
        this.#isClosed = true;
        const closed = rounds.close();
        await this.#stream?.close();
        this.#held?.ending.abort();
        await closed;
      },
    };
  }

  /** Returns what is held; undefined until the database was read. */
  open(): OpenBuffer | undefined {
    return this.#held && { buffer: this.#held.buffer, ended: this.#held.ending.signal };
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return;
    const { stream, first } = await this.#openStream();
    this.#stream = stream;
    try {
      for (let told = first; !this.#isClosed; told = await stream.tryNext()) {
        if (told === null) this.#advance(stream.resumeToken);
        // The pipeline gives it this form.
        else await this.#take(told as unknown as Told);
        if (stream.closed) return;
      }
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      await stream.close();
    }
  }

  /** Continues where it was; where the database no longer knows that place, and at the start, begins as far back as it knows. */
  async #openStream(): Promise<Opened> {
    if (this.#held !== undefined) {
      const continued = await this.#streamFrom(timeOf(this.#held.buffer.position));
      if (continued !== undefined) return continued;
      this.#held.ending.abort();
      this.#held = undefined;
    }
    const now = await this.#databaseTime();
    for (let seconds = HISTORY_SECONDS; ; seconds = seconds > HISTORY_SECONDS_MIN ? seconds / 2 : 0) {
      const from = seconds === 0 ? now : { seconds: now.seconds - Math.floor(seconds), counter: 0 };
      const opened = await this.#streamFrom(from);
      if (opened === undefined && seconds > 0) continue;
      if (opened === undefined) throw new Error('the database does not remember its last operation');
      this.#held = { buffer: new ChangeBuffer(sequenceOf(from, 0), this.clock), ending: new AbortController() };
      return opened;
    }
  }

  /** Returns undefined where the database's history begins later. */
  async #streamFrom({ seconds, counter }: OperationTime): Promise<Opened | undefined> {
    this.#last = undefined;
    const stream = this.#db().watch(pipelineOf(this.collections), {
      startAtOperationTime: new mongoose.mongo.Timestamp({ t: seconds, i: counter }),
      maxAwaitTimeMS: AWAIT_MS,
    });
    try {
      // Its first answer says whether it may begin there.
      return { stream, first: await stream.tryNext() };
    } catch (error) {
      await stream.close();
      if (error instanceof mongoose.mongo.MongoServerError && HISTORY_LOST.has(error.code)) return undefined;
      throw error;
    }
  }

  async #databaseTime(): Promise<OperationTime> {
    const { operationTime } = await this.#db().command({ hello: 1 });
    if (!(operationTime instanceof mongoose.mongo.Timestamp)) throw new Error('MongoDB is no replica set');
    return partsOf(operationTime);
  }

  #db() {
    return this.connection.getClient().db(this.connection.name);
  }

  async #take(told: Told): Promise<void> {
    const time = partsOf(told.clusterTime);
    const isSame = this.#last?.time.seconds === time.seconds && this.#last.time.counter === time.counter;
    // Counts also what isn't told, so that it is the same whatever was told before.
    const index = (isSame ? (this.#last?.index ?? 0) : 0) + 1;
    this.#last = { time, index };
    // It is read on from there: what was before would end it again.
    if (told.operationType === ENDS) this.#held?.buffer.advance(sequenceOf({ ...time, counter: time.counter + 1 }, 0));
    const followed = this.#followed.get(told.ns?.coll ?? '');
    const names = [...told.updated, ...told.removed, ...told.cut];
    if (followed === undefined || !isSeen(names, followed.unseen)) return;
    const owned = await this.#ownerOf(followed, told);
    if (owned === undefined) return;
    this.#held?.buffer.add({
      kind: 'change',
      sequence: sequenceOf(time, index),
      atMs: told.wallTime?.getTime() ?? time.seconds * 1_000,
      entity: followed.entity,
      part: followed.part ?? '',
      isRemoved: followed.part === undefined && told.updated.includes('deletedAt'),
      ...owned,
    });
  }

  /** Returns the record of a document and its account; undefined where it is gone, or nobody's. */
  async #ownerOf({ collection, owner, part }: FollowedCollection, { fullDocument, documentKey }: Told) {
    const own = String(documentKey._id);
    const known = fullDocument?.['accountId'];
    if (typeof known === 'string') {
      this.#owners.set(`${collection} ${own}`, `${known} ${own}`);
      return { accountId: known, id: own };
    }
    const cached = this.#owners.get(`${collection} ${own}`);
    const found = cached ?? (await this.#lookUp(collection, own, owner));
    if (found === undefined) return undefined;
    this.#owners.set(`${collection} ${own}`, found);
    const [accountId = '', id = ''] = found.split(' ');
    return { accountId, id: part === undefined ? own : id };
  }

  async #lookUp(collection: string, id: string, owner: FollowedCollection['owner']): Promise<string | undefined> {
    const documents = this.#db().collection<{ _id: string; accountId?: string }>(collection);
    if (owner === undefined) {
      const document = await documents.findOne({ _id: id }, { projection: { accountId: 1 } });
      return document?.accountId && `${document.accountId} ${id}`;
    }
    const document = await documents.findOne({ _id: id }, { projection: { [owner.field]: 1 } });
    const ownerId: unknown = document === null ? undefined : Reflect.get(document, owner.field);
    if (typeof ownerId !== 'string') return undefined;
    return this.#owners.get(`${owner.collection} ${ownerId}`) ?? this.#lookUp(owner.collection, ownerId, undefined);
  }

  #advance(token: unknown): void {
    const data = typeof token === 'object' && token !== null ? Reflect.get(token, '_data') : undefined;
    const [, seconds, counter] = (typeof data === 'string' && TOKEN_TIME.exec(data)) || [];
    if (seconds === undefined || counter === undefined) return;
    // Of the operation at that time itself some may be left.
    const time = { seconds: Number.parseInt(seconds, 16), counter: Number.parseInt(counter, 16) };
    this.#held?.buffer.advance(sequenceOf(time, 0));
  }
}

function partsOf(timestamp: mongoose.mongo.Timestamp): OperationTime {
  return { seconds: timestamp.high >>> 0, counter: timestamp.low >>> 0 };
}
