import { type Connection, type Model, Schema } from 'mongoose';
import type { LegacyStrategy } from '../record.js';

/** A workload by all that it is known by: its name may be given to another one, and its labels to several. */
export interface LegacyWorkload {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Labels that it must have. */
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  /** Its container that logs; absent where it has one alone. */
  readonly container?: string;
}

/** What the owner is shown of a deployment beside what is observed. */
export interface LegacyDeploymentView {
  readonly name: string;
  readonly venue: string;
  readonly mode: 'paper' | 'live';
  /** Framework aliases; none where they were not exported. */
  readonly symbols: readonly string[];
  /** SHA-256 of the strategy, lower-case hex; absent where that was not exported. */
  readonly codeSha256?: string;
  readonly createdAt: Date;
}

/** A deployment of the older platform, as it was imported. */
export interface LegacyDeployment {
  readonly _id: string;
  /** `ambiguous`: it does not say clearly what it is, or where: nobody can read it. */
  readonly state: 'readable' | 'ambiguous';
  /** Absent where the older store has no owner: then the record is never shown. */
  readonly accountId?: string;
  /** Why it is ambiguous. */
  readonly reasons?: readonly string[];
  /** Both absent where it is ambiguous. */
  readonly view?: LegacyDeploymentView;
  readonly workload?: LegacyWorkload;
  /** The status that it was exported with; what is shown is observed. */
  readonly storedStatus: string;
  readonly strategy?: LegacyStrategy;
  /** SHA-256 of what was read of the line, in lower-case hex: what is ignored of it changes nothing. */
  readonly digest: string;
  readonly importedAt?: Date;
}

const { Mixed } = Schema.Types;
const legacySchema = new Schema<LegacyDeployment>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    accountId: String,
    reasons: { type: [String], default: undefined },
    view: Mixed,
    workload: Mixed,
    storedStatus: { type: String, required: true },
    strategy: Mixed,
    digest: { type: String, required: true },
    importedAt: Date,
  },
  { collection: 'legacy_deployments', versionKey: false },
);
legacySchema.index({ 'workload.uid': 1 }, { sparse: true });

/** The collection of deployments of the older platform. */
export function legacyDeploymentModel(connection: Connection): Model<LegacyDeployment> {
  return connection.model<LegacyDeployment>('LegacyDeployment', legacySchema);
}

/** What the ids of all of this platform's records look like. */
const OWN_ID = /^[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether an id is none that this platform makes. */
export function isLegacyDeploymentId(id: string): boolean {
  return !OWN_ID.test(id);
}
