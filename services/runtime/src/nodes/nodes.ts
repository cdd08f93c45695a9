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

/** An instance of the service, with the machine's share that is its own: what runs there outlives it. */
interface NodeRecord {
  /** Its name. */
  readonly _id: string;
  /** When it last gave a sign, by the clock of the store. */
  readonly seenAt: Date;
}

const schema = new Schema<NodeRecord>(
  { _id: { type: String, required: true }, seenAt: { type: Date, required: true } },
  { collection: 'nodes', versionKey: false },
);

/** The collection of nodes. */
export function nodeModel(connection: Connection): Model<NodeRecord> {
  return connection.model<NodeRecord>('Node', schema);
}

/** Matches nodes that have given a sign lately, by the clock of the store. */
function alive() {
  return { $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', ALIVE_MS] }] } };
}

/** The instances that work on one database: each gives a sign of itself, and sees which others do. */
export class Nodes {
  readonly #nodes: Model<NodeRecord>;

  constructor(
    connection: Connection,
    /** Of this one. */
    readonly name: string,
  ) {
    this.#nodes = nodeModel(connection);
  }

  /** Gives a sign of this node. */
  async beat(): Promise<void> {
    const stages = [{ $set: { seenAt: '$$NOW' } }];
    await this.#nodes.updateOne({ _id: this.name }, stages, { upsert: true, updatePipeline: true });
  }

  /** Gives signs until closed; settles after the first. */
  async start(clock: Clock, logger: Logger): Promise<Closeable> {
    await this.beat();
    const work = { name: 'signs of this node', intervalMs: BEAT_INTERVAL_MS, startsLater: true };
    return startPeriodic({ ...work, run: () => this.beat() }, clock, logger);
  }

  /** Returns whether a node works; this one does. */
  async isAlive(name: string, session?: ClientSession): Promise<boolean> {
    if (name === this.name) return true;
    const found = this.#nodes.exists({ _id: name, ...alive() }).session(session ?? null);
    return (await found) !== null;
  }

  /** Returns since when a node has given no sign; undefined where it works, null where it never gave any. */
  async awaySince(name: string): Promise<Date | null | undefined> {
    if (await this.isAlive(name)) return undefined;
    return (await this.#nodes.findById(name).lean<NodeRecord>())?.seenAt ?? null;
  }
}
