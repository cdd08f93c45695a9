import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';

/** That something was signed: written before the signature is given away. Holds neither the signature nor any key. */
export interface SignatureRecord {
  /** `sig_…` */
  readonly _id: string;
  readonly accountId: string;
  /** Whose key signed. */
  readonly walletId: string;
  readonly address: Address;
  /** See `SigningFamily`. */
  readonly family: string;
  /** The venue that takes what was signed; absent for a chain. */
  readonly venue?: string;
  /** Digest of the whole intent: equal intents have equal digests. */
  readonly intentDigest: string;
  /** Process that asked. */
  readonly workload: string;
  /** Operation or call that asked. */
  readonly cause: string;
  readonly createdAt: Date;
}

const signatureSchema = new Schema<SignatureRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, index: true },
    walletId: { type: String, required: true, index: true },
    address: { type: String, required: true },
    family: { type: String, required: true },
    venue: { type: String },
    intentDigest: { type: String, required: true },
    workload: { type: String, required: true },
    cause: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'signatures', versionKey: false },
);

/** The audit records of a database. */
export function signatureModel(connection: Connection) {
  return connection.model('Signature', signatureSchema);
}
