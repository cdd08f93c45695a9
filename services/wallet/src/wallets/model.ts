import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import { sealedKeySchema } from '../vault/sealed-key-schema.js';
import type { SealedKey } from '../vault/vault.js';

/** A managed wallet as stored. */
export interface WalletRecord {
  /** `wal_…`; the sealed key is bound to it, to the account and to the address. */
  readonly _id: string;
  readonly accountId: string;
  /** 0 for the account's primary wallet. */
  readonly accountIndex: number;
  /** Checksummed EVM address. */
  readonly address: Address;
  readonly sealedKey: SealedKey;
  /** See `walletSeals`. */
  readonly seal: string;
  readonly createdAt: Date;
}

const walletSchema = new Schema<WalletRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    accountIndex: { type: Number, required: true },
    address: { type: String, required: true, unique: true },
    sealedKey: { type: sealedKeySchema, required: true },
    seal: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'wallets', versionKey: false },
);
walletSchema.index({ accountId: 1, accountIndex: 1 }, { unique: true });
walletSchema.index({ 'sealedKey.masterKeyId': 1 });

/** Returns the model of a database's wallets. */
export function walletModel(connection: Connection) {
  return connection.model('Wallet', walletSchema);
}
