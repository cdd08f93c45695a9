import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';

/** The audit record of a signature, written before the signature is released. It holds neither the signature nor any key. */
export interface SignatureRecord {
  /** `sig_…` */
  readonly _id: string;
  readonly accountId: string;
  /** The wallet whose key signed. */
  readonly walletId: string;
  readonly address: Address;
  /** See `SigningFamily`. */
  readonly family: string;
  /** The venue that receives the signed request; absent for a chain. */
  readonly venue?: string;
  /** Digest of the whole intent: equal intents have equal digests. */
  readonly intentDigest: string;
  /** The process that requested the signature. */
  readonly workload: string;
  /** The operation or call that requested the signature. */
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

/** Returns the model of a database's audit records. */
export function signatureModel(connection: Connection) {
  return connection.model('Signature', signatureSchema);
}
