import type { Platform } from '@platform/test/platform';
import { ratesOf } from '@platform/venues/http';
import mongoose from 'mongoose';
import { z } from 'zod';
import { environmentOf } from '../../read/hops.js';
import { SHARED_BY_SERVICES } from '../model/capacity.js';

const BUCKET = 'hyperliquid.weight';
/** After so many the `context` service counts a table as collected. */
const FAILURES_MAX = 3;
const SHARE_VARIABLE = 'HYPERLIQUID_WEIGHT_PER_MINUTE';

const count = z.coerce.number();
const statusSchema = z.object({
  opcounters: z.record(z.string(), count),
  network: z.object({ bytesIn: count, bytesOut: count }),
  metrics: z.object({ document: z.object({ inserted: count, updated: count, deleted: count }) }),
});
const topSchema = z.object({ totals: z.record(z.string(), z.unknown()) });
const namespaceSchema = z.object({ writeLock: z.object({ count }) });
const changeSchema = z.object({
  updateDescription: z.object({
    updatedFields: z.object({ level: z.number().optional(), filledAt: z.date().optional() }),
  }),
});

/** What MongoDB counts, and the weight that was spent of what the venue allows. */
export class StoreCounters implements AsyncDisposable {
  private constructor(
    private readonly connection: mongoose.Connection,
    private readonly weights: readonly SpentWeight[],
  ) {}

  static async open(platform: Platform): Promise<StoreCounters> {
    const connection = await mongoose.createConnection(await platform.mongodbUri()).asPromise();
    const { processes } = await platform.descriptor();
    const weights = await Promise.all(
      SHARED_BY_SERVICES.map(async ({ service, share }) => {
        const { [SHARE_VARIABLE]: configured } = await environmentOf(processes[service] ?? 0);
        return SpentWeight.follow(connection, service, Number(configured ?? share));
      }),
    );
    return new StoreCounters(connection, weights);
  }

  /** How many tables of history still wait for what their venue has. */
  uncollected(): Promise<number> {
    const tables = this.connection.getClient().db('context').collection('tables');
    return tables.countDocuments({ collectedAt: null, dueAt: { $ne: null }, failures: { $lt: FAILURES_MAX } });
  }

  /** Reads all counters. */
  async read(): Promise<Readonly<Record<string, number>>> {
    const admin = this.connection.getClient().db('admin');
    const status = statusSchema.parse(await admin.command({ serverStatus: 1 }));
    const { totals } = topSchema.parse(await admin.command({ top: 1 }));
    const { inserted, updated, deleted } = status.metrics.document;
    const { bytesIn, bytesOut } = status.network;
    return {
      'store.operations': Object.values(status.opcounters).reduce((sum, each) => sum + each, 0),
      'store.documents written': inserted + updated + deleted,
      'store.bytes': bytesIn + bytesOut,
      ...writesByDatabase(totals),
      ...Object.fromEntries(this.weights.map((each) => [`weight.${each.service}`, each.spent])),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.weights.map((each) => each.close()));
    await this.connection.close();
  }
}

function writesByDatabase(totals: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const writes: Record<string, number> = {};
  for (const [namespace, found] of Object.entries(totals)) {
    const parsed = namespaceSchema.safeParse(found);
    // A note beside the namespaces.
    if (!parsed.success) continue;
    const name = `writes.${namespace.slice(0, namespace.indexOf('.'))}`;
    writes[name] = (writes[name] ?? 0) + parsed.data.writeLock.count;
  }
  return writes;
}

type Changes = ReturnType<ReturnType<mongoose.Connection['collection']>['watch']>;

/** Adds up what a service spends of its share, change by change of what is left of it. */
class SpentWeight {
  spent = 0;
  readonly #followed: Promise<void>;

  private constructor(
    readonly service: string,
    private readonly rates: ReturnType<typeof ratesOf>,
    private readonly changes: Changes,
    private left: { level: number; filledAtMs: number } | undefined,
  ) {
    this.#followed = this.#follow();
  }

  static async follow(connection: mongoose.Connection, service: string, share: number): Promise<SpentWeight> {
    const levels = connection
      .getClient()
      .db(service)
      .collection<{ _id: string; level: number; filledAt: Date }>('allowances');
    const found = await levels.findOne({ _id: BUCKET });
    const left = found === null ? undefined : { level: found.level, filledAtMs: found.filledAt.getTime() };
    const changes = levels.watch([{ $match: { operationType: 'update', 'documentKey._id': BUCKET } }]);
    return new SpentWeight(service, ratesOf(share), changes, left);
  }

  async close(): Promise<void> {
    await this.changes.close();
    await this.#followed;
  }

  async #follow(): Promise<void> {
    for (;;) {
      const change = await this.changes.next().catch(() => undefined);
      // It was closed.
      if (change === undefined) return;
      const { level, filledAt } = changeSchema.parse(change).updateDescription.updatedFields;
      const before = this.left ?? { level: level ?? 0, filledAtMs: filledAt?.getTime() ?? 0 };
      const after = { level: level ?? before.level, filledAtMs: filledAt?.getTime() ?? before.filledAtMs };
      const refilled = before.level + Math.max(0, after.filledAtMs - before.filledAtMs) * this.rates.perMs;
      this.spent += Math.max(0, Math.min(this.rates.burst, refilled) - after.level);
      this.left = after;
    }
  }
}
