import { type Connection, type Model, Schema } from 'mongoose';
import type { Incident } from '../../bots/observation.js';
import type { TimeWindow } from './equity-points.js';

/** Of one deployment: beyond that the oldest go. */
const KEPT_MAX = 1_000;

/** `_id` is of the deployment, the kind, the market and the beginning: bots tell the same again and again. */
interface IncidentRecord extends Incident {
  readonly _id: string;
  readonly deploymentId: string;
}

const incidentSchema = new Schema<IncidentRecord>(
  {
    _id: { type: String, required: true },
    deploymentId: { type: String, required: true },
    kind: { type: String, required: true },
    symbol: String,
    fromMs: { type: Number, required: true },
    toMs: { type: Number, required: true },
  },
  { collection: 'deployment_incidents', versionKey: false },
).index({ deploymentId: 1, fromMs: -1 });

/** The times in which bots were not told what their venue did. */
export class Incidents {
  readonly #incidents: Model<IncidentRecord>;

  constructor(connection: Connection) {
    this.#incidents = connection.model<IncidentRecord>('DeploymentIncident', incidentSchema);
  }

  /** Makes the index that reads use. */
  async initialize(): Promise<void> {
    await this.#incidents.createIndexes();
  }

  /** Stores what is not stored yet. */
  async note(deploymentId: string, told: readonly Incident[]): Promise<void> {
    const records = told.map((incident) => ({ _id: idOf(deploymentId, incident), deploymentId, ...incident }));
    const known = await this.#endsOf(records.map(({ _id }) => _id));
    const later = records.filter(({ _id, toMs }) => toMs > (known.get(_id) ?? Number.NEGATIVE_INFINITY));
    if (later.length === 0) return;
    const writes = later.map(({ _id, toMs, ...same }) => ({
      updateOne: { filter: { _id }, update: { $set: same, $max: { toMs } }, upsert: true },
    }));
    await this.#incidents.bulkWrite(writes, { ordered: false });
    await this.#dropOldest(deploymentId);
  }

  /** Returns those of a deployment that reach into a window, ascending by their beginning. */
  async read(deploymentId: string, { fromMs, toMs }: TimeWindow): Promise<Incident[]> {
    const within = {
      ...(toMs !== undefined && { fromMs: { $lt: toMs } }),
      ...(fromMs !== undefined && { toMs: { $gt: fromMs } }),
    };
    return this.#incidents
      .find({ deploymentId, ...within }, { _id: 0, deploymentId: 0 })
      .sort({ fromMs: 1 })
      .lean<Incident[]>();
  }

  /** Removes those of a deployment. */
  async remove(deploymentId: string): Promise<void> {
    await this.#incidents.deleteMany({ deploymentId });
  }

  async #endsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const found = await this.#incidents
      .find({ _id: { $in: ids } }, { toMs: 1 })
      .lean<Pick<IncidentRecord, '_id' | 'toMs'>[]>();
    return new Map(found.map(({ _id, toMs }) => [_id, toMs]));
  }

  async #dropOldest(deploymentId: string): Promise<void> {
    const [newestDropped] = await this.#incidents
      .find({ deploymentId }, { _id: 0, fromMs: 1 })
      .sort({ fromMs: -1 })
      .skip(KEPT_MAX)
      .limit(1)
      .lean<Pick<IncidentRecord, 'fromMs'>[]>();
    if (newestDropped === undefined) return;
    await this.#incidents.deleteMany({ deploymentId, fromMs: { $lte: newestDropped.fromMs } });
  }
}

function idOf(deploymentId: string, { kind, symbol, fromMs }: Incident): string {
  return [deploymentId, kind, symbol ?? '', fromMs].join('/');
}
