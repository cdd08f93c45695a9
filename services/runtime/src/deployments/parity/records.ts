import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import type { ParityTrade } from './trade.js';

/** The report that was last asked for of a deployment; the backtest has the rest. */
export interface ParityRecord {
  /** Of the deployment. */
  readonly _id: string;
  readonly accountId: string;
  readonly backtestId: string;
  /** The period of both, in UTC milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The length of the candles by which its strategy decides. */
  readonly candleMs: number;
  /** What the deployment held as the report was asked for. */
  readonly held: readonly Pick<ParityTrade, 'symbol' | 'side'>[];
  readonly createdAt: Date;
}

const heldSchema = new Schema(
  { symbol: { type: String, required: true }, side: { type: String, required: true } },
  { _id: false },
);
const recordSchema = new Schema<ParityRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    backtestId: { type: String, required: true },
    fromMs: { type: Number, required: true },
    toMs: { type: Number, required: true },
    candleMs: { type: Number, required: true },
    held: { type: [heldSchema], required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'deployment_parity', versionKey: false },
);

/** The reports that were asked for, one per deployment. */
export class ParityRecords {
  readonly #records: Model<ParityRecord>;

  constructor(connection: Connection) {
    this.#records = connection.model<ParityRecord>('DeploymentParity', recordSchema);
  }

  /** Returns the one of an account's deployment; undefined where none was asked for. */
  async find(accountId: string, deploymentId: string, session?: ClientSession): Promise<ParityRecord | undefined> {
    const found = this.#records.findOne({ _id: deploymentId, accountId }).session(session ?? null);
    return (await found.lean<ParityRecord>()) ?? undefined;
  }

  /** Keeps one in the place of the deployment's earlier one, in the caller's transaction. */
  async put({ _id, ...fields }: ParityRecord, session: ClientSession): Promise<void> {
    await this.#records.replaceOne({ _id }, fields, { upsert: true, session });
  }

  /** Removes that of a deployment. */
  async remove(deploymentId: string): Promise<void> {
    await this.#records.deleteOne({ _id: deploymentId });
  }
}
