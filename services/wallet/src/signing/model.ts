import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import type { SigningFamily } from './intents.js';

/** That something was signed: written before the signature is given away. Holds neither the signature nor any key. */
export interface SignatureRecord {
  /** `sig_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly address: Address;
  readonly family: SigningFamily;
  /** Digest of the whole intent. */
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
    walletId: { type: String, required: true },
    address: { type: String, required: true },
    family: { type: String, required: true },
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

/** The last nonce drawn for a signer at Hyperliquid. */
interface HyperliquidNonceRecord {
  /** Checksummed address of the signer. */
  readonly _id: Address;
  readonly last: number;
}

const nonceSchema = new Schema<HyperliquidNonceRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'hyperliquid_nonces', versionKey: false },
);

/** The nonces of a database. */
export function hyperliquidNonceModel(connection: Connection) {
  return connection.model('HyperliquidNonce', nonceSchema);
}
