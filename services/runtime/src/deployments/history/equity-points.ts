// Why: docs/decisions/runtime/deployment-history.md
import { type Connection, type Model, Schema } from 'mongoose';

const DAY_MS = 86_400_000;
const BUCKET_MS = 5 * 60_000;
/** How long a point is kept. */
const KEPT_MS = 90 * DAY_MS;

/** What a deployment was worth: columns of one length, ascending. */
export interface EquityColumns {
  /** Starts of five minutes each, UTC milliseconds. */
  readonly tMs: readonly number[];
  readonly balanceUsd: readonly number[];
}

/** A window of time, UTC milliseconds; undefined: without a bound. */
export interface TimeWindow {
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
}

/** The points of one day (UTC), so that ninety days are ninety documents. */
interface EquityDay {
  readonly _id: string;
  readonly deploymentId: string;
  readonly day: Date;
  /** By the number of its five minutes in the day. */
  readonly balancesUsd: Readonly<Record<string, number>>;
}

const daySchema = new Schema<EquityDay>(
  {
    _id: { type: String, required: true },
    deploymentId: { type: String, required: true },
    day: { type: Date, required: true },
    balancesUsd: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'deployment_equity', versionKey: false },
)
  .index({ deploymentId: 1, day: 1 })
  .index({ day: 1 });

/** What deployments were worth, one point per five minutes at most. */
export class EquityPoints {
  readonly #days: Model<EquityDay>;

  constructor(connection: Connection) {
    this.#days = connection.model<EquityDay>('DeploymentEquityDay', daySchema);
  }

  /** Makes the indexes that reads and the sweep use. */
  async initialize(): Promise<void> {
    await this.#days.createIndexes();
  }

  /** Stores a balance as the point of its five minutes. */
  async note(deploymentId: string, atMs: number, balanceUsd: number): Promise<void> {
    const day = startOfDay(atMs);
    const bucket = Math.floor((atMs - day.getTime()) / BUCKET_MS);
    await this.#days.updateOne(
      { _id: `${deploymentId}/${day.getTime()}` },
      { $set: { [`balancesUsd.${bucket}`]: balanceUsd }, $setOnInsert: { deploymentId, day } },
      { upsert: true },
    );
  }

  /** Returns the points of a deployment within a window, of those that are kept at an instant. */
  async read(deploymentId: string, { fromMs = 0, toMs }: TimeWindow, nowMs: number): Promise<EquityColumns> {
    const firstMs = Math.max(fromMs, nowMs - KEPT_MS);
    const before = toMs === undefined ? {} : { $lt: new Date(toMs) };
    const days = await this.#days
      .find({ deploymentId, day: { $gte: startOfDay(firstMs), ...before } })
      .sort({ day: 1 })
      .lean<EquityDay[]>();
    const isWanted = (tMs: number) => tMs >= firstMs && (toMs === undefined || tMs < toMs);
    const points = days.flatMap(pointsOf).filter(([tMs]) => isWanted(tMs));
    return { tMs: points.map(([tMs]) => tMs), balanceUsd: points.map(([, balanceUsd]) => balanceUsd) };
  }

  /** Removes the points of a deployment. */
  async remove(deploymentId: string): Promise<void> {
    await this.#days.deleteMany({ deploymentId });
  }

  /** Removes the days that hold nothing which is kept at an instant. */
  async sweep(nowMs: number): Promise<void> {
    await this.#days.deleteMany({ day: { $lt: startOfDay(nowMs - KEPT_MS) } });
  }
}

/** Keys that are whole numbers come in ascending order. */
function pointsOf({ day, balancesUsd }: EquityDay): (readonly [tMs: number, balanceUsd: number])[] {
  return Object.entries(balancesUsd).map(
    ([bucket, balanceUsd]) => [day.getTime() + Number(bucket) * BUCKET_MS, balanceUsd] as const,
  );
}

function startOfDay(atMs: number): Date {
  return new Date(atMs - (atMs % DAY_MS));
}
