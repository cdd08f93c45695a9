import type { OperatorDecision } from '@platform/flows';
import { type Connection, Schema } from 'mongoose';

/** An operator's order to pay what an account holds on Polygon to its login wallet there, as stored. */
export interface PayOutRecord extends Pick<OperatorDecision, 'evidence' | 'operator'> {
  /** `pay_…` */
  readonly _id: string;
  readonly accountId: string;
  /** `asked`: the service has not looked at it yet; `accepted`: it is a withdrawal now; `refused`: it is none, and never will be. */
  readonly state: 'asked' | 'accepted' | 'refused';
  /** The withdrawal that it became. */
  readonly withdrawalId?: string;
  /** Why it was refused. */
  readonly refusal?: string;
  readonly createdAt: Date;
}

const payOutSchema = new Schema<PayOutRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    evidence: { type: String, required: true },
    operator: { type: String, required: true },
    state: { type: String, required: true, enum: ['asked', 'accepted', 'refused'] },
    withdrawalId: { type: String },
    refusal: { type: String },
    createdAt: { type: Date, required: true },
  },
  { collection: 'operator_pay_outs', versionKey: false },
);
payOutSchema.index({ state: 1, createdAt: 1 });

/** Returns the model of a database's pay-outs. */
export function payOutModel(connection: Connection) {
  return connection.model('OperatorPayOut', payOutSchema);
}
