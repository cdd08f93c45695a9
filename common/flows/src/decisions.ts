import { Schema } from 'mongoose';

/** An operator's decision about an operation that waited for it: kept with the operation for ever. */
export interface OperatorDecision {
  /** The event that was decided, for example `resumed`. */
  readonly event: string;
  /** The evidence for the decision, in the operator's words. */
  readonly evidence: string;
  /** Who decided. */
  readonly operator: string;
  readonly at: Date;
}

/** The evidence for a decision, and the operator who makes it. */
export type DecidedBy = Pick<OperatorDecision, 'evidence' | 'operator'>;

const EVIDENCE_LENGTH_MIN = 10;
const OPERATOR = /^\S(.{0,98}\S)?$/;

/** Throws unless the evidence is long enough and the operator has a name. */
export function requireEvidence({ evidence, operator }: DecidedBy): void {
  if (evidence.trim().length < EVIDENCE_LENGTH_MIN)
    throw new Error(`--evidence must say what shows it, in ${EVIDENCE_LENGTH_MIN} characters or more`);
  if (!OPERATOR.test(operator)) throw new Error('--by must name the operator');
}

const decisionSchema = new Schema<OperatorDecision>(
  {
    event: { type: String, required: true },
    evidence: { type: String, required: true },
    operator: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

/** The part of a mongoose schema that stores decisions, the oldest first. */
export const decisionFields = { decisions: { type: [decisionSchema], default: undefined } } as const;
