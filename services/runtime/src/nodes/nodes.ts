// Why: docs/decisions/runtime/nodes.md
import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type Model, Schema } from 'mongoose';

const BEAT_INTERVAL_MS = 5_000;
/** Several beats may fail; longer than a restart of the service takes. */
const ALIVE_MS = 30_000;
/** What runs on a machine outlives its service: it counts for long after that was last seen, and not for ever. */
const COUNTED_MS = 86_400_000;
/** Whose keeper has given no sign for as long gets another one, before it counts as away. */
const KEPT_MS = 15_000;

/** An instance of the service, with the machine's share that is its own: what runs there outlives it. */
interface NodeRecord {
  /** Its name. */
  readonly _id: string;
  /** When it last gave a sign, by the clock of the store. */
  readonly seenAt: Date;
  /** By venue, how many proxies of live bots run there, or are about to; absent: none. */
  readonly proxies?: Readonly<Record<string, number>>;
  /** The images of frameworks that it can run backtests on, or may yet. */
  readonly images?: readonly string[];
  /** Of a cluster, which has no share of what venues allow: the instance that looks after its bots, and which of its keepers that is. */
  readonly keeper?: string;
  readonly term?: number;
}

/** What a node tells, and is told, at each sign. */
interface SignOptions {
  /** The images of frameworks that it can run backtests on, or may yet. */
  readonly images: () => readonly string[];
  /** Is told among how many nodes what venues allow is divided. */
  readonly tell: (nodes: number) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const schema = new Schema<NodeRecord>(
  {
    _id: { type: String, required: true },
    seenAt: { type: Date, required: true },
    proxies: Schema.Types.Mixed,
    images: { type: [String], default: undefined },
    keeper: String,
    term: Number,
  },
  { collection: 'nodes', versionKey: false },
);

/** The collection of nodes. */
export function nodeModel(connection: Connection): Model<NodeRecord> {
  return connection.model<NodeRecord>('Node', schema);
}

/** Matches nodes that have given a sign within a time, by the clock of the store. */
function seenWithin(durationMs: number) {
  return { $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', durationMs] }] } };
}

/** The instances that work on one database: each gives a sign of itself, and sees which others do. */
export class Nodes {
  readonly #nodes: Model<NodeRecord>;
  #others = 0;
  #clusterTerm: number | undefined;

  constructor(
    connection: Connection,
    /** Of this one. */
    readonly name: string,
    /** The node of what runs in a cluster, whichever instance looks after it; absent: nothing does. */
    readonly cluster?: string,
    /** Whether what has real money runs there too. */
    private readonly isLiveInCluster = false,
  ) {
    this.#nodes = nodeModel(connection);
  }

  /** How many other nodes there were when this one last gave a sign. */
  get others(): number {
    return this.#others;
  }

  /** Whether this instance is the one that observes what runs in the cluster. */
  get keepsCluster(): boolean {
    return this.#clusterTerm !== undefined;
  }

  /** The number of this instance's time as keeper of the cluster, higher than that of any keeper before; undefined where another one keeps it. */
  get clusterTerm(): number | undefined {
    return this.#clusterTerm;
  }

  /** The node of new deployments of a mode. */
  nodeOf(mode: 'paper' | 'live'): string {
    const isInCluster = mode === 'paper' || this.isLiveInCluster;
    return isInCluster && this.cluster !== undefined ? this.cluster : this.name;
  }

  /** Gives a sign of this node, and returns how many nodes there are. */
  async beat(images: readonly string[] = []): Promise<number> {
    const stages = [{ $set: { seenAt: '$$NOW', images } }];
    await this.#nodes.updateOne({ _id: this.name }, stages, { upsert: true, updatePipeline: true });
    this.#clusterTerm = await this.#keep();
    const nodes = await this.count();
    this.#others = nodes - 1;
    return nodes;
  }

  /** Keeps the cluster, or takes it over from an instance that has given no sign; returns the term in which this one keeps it. */
  async #keep(): Promise<number | undefined> {
    if (this.cluster === undefined) return undefined;
    const isOver = { $lt: [{ $ifNull: ['$seenAt', new Date(0)] }, { $subtract: ['$$NOW', KEPT_MS] }] };
    const keeper = { $cond: [isOver, { $literal: this.name }, { $ifNull: ['$keeper', { $literal: this.name }] }] };
    const term = { $add: [{ $ifNull: ['$term', 1] }, { $cond: [isOver, 1, 0] }] };
    const isOwn = { $eq: ['$keeper', { $literal: this.name }] };
    const stages = [{ $set: { keeper, term } }, { $set: { seenAt: { $cond: [isOwn, '$$NOW', '$seenAt'] } } }];
    const kept = await this.#nodes
      .findOneAndUpdate({ _id: this.cluster }, stages, { upsert: true, updatePipeline: true, returnDocument: 'after' })
      .lean<NodeRecord>();
    return kept?.keeper === this.name ? kept.term : undefined;
  }

  /** Gives signs until closed; settles after the first. */
  async start({ images, tell, clock, logger }: SignOptions): Promise<Closeable> {
    const run = async () => {
      await tell(await this.beat(images()));
    };
    await run();
    const work = { name: 'signs of this node', intervalMs: BEAT_INTERVAL_MS, startsLater: true };
    return startPeriodic({ ...work, run }, clock, logger);
  }

  /** Returns how many nodes there are, those included that are away for less than a day; at least one. */
  async count(): Promise<number> {
    const counted = { keeper: { $exists: false }, ...seenWithin(COUNTED_MS) };
    return Math.max(1, await this.#nodes.countDocuments(counted));
  }

  /** Returns every node, with since when it has given no sign; undefined where it works. */
  async all(): Promise<{ readonly name: string; readonly awaySince: Date | undefined }[]> {
    const found = await this.#nodes.find().sort({ _id: 1 }).lean<NodeRecord[]>();
    return Promise.all(
      found.map(async ({ _id }) => ({ name: _id, awaySince: (await this.awaySince(_id)) ?? undefined })),
    );
  }

  /** Forgets a node that is gone for good; one that works is there again at its next sign. */
  async remove(name: string): Promise<void> {
    await this.#nodes.deleteOne({ _id: name });
  }

  /** Returns the images that other nodes can run backtests on, or may yet. */
  async imagesElsewhere(): Promise<string[]> {
    const others = { _id: { $ne: this.name }, ...seenWithin(ALIVE_MS) };
    const found = await this.#nodes.find(others, { images: 1 }).lean<Pick<NodeRecord, 'images'>[]>();
    return [...new Set(found.flatMap(({ images = [] }) => images))];
  }

  /** Notes how many proxies of a venue run here, and returns how many run on all nodes. */
  async countProxies(venue: string, here: number): Promise<number> {
    return this.#countProxies(this.name, venue, here, { seenAt: '$$NOW' });
  }

  /** Notes how many proxies of a venue run in the cluster, and returns how many run on all nodes. */
  async countProxiesInCluster(venue: string, inCluster: number): Promise<number> {
    if (this.cluster === undefined) throw new Error('there is no cluster');
    // Its sign is its keeper's.
    return this.#countProxies(this.cluster, venue, inCluster, {});
  }

  async #countProxies(node: string, venue: string, here: number, sign: object): Promise<number> {
    const stages = [{ $set: { ...sign, [`proxies.${venue}`]: here } }];
    await this.#nodes.updateOne({ _id: node }, stages, { upsert: true, updatePipeline: true });
    const [sum] = await this.#nodes.aggregate<{ proxies: number }>([
      { $match: seenWithin(COUNTED_MS) },
      { $group: { _id: null, proxies: { $sum: `$proxies.${venue}` } } },
    ]);
    return sum?.proxies ?? here;
  }

  /** Returns whether a node works; this one does. */
  async isAlive(name: string, session?: ClientSession): Promise<boolean> {
    if (name === this.name) return true;
    const found = this.#nodes.exists({ _id: name, ...seenWithin(ALIVE_MS) }).session(session ?? null);
    return (await found) !== null;
  }

  /** Returns since when a node has given no sign; undefined where it works, null where it never gave any. */
  async awaySince(name: string): Promise<Date | null | undefined> {
    if (await this.isAlive(name)) return undefined;
    return (await this.#nodes.findById(name).lean<NodeRecord>())?.seenAt ?? null;
  }
}
