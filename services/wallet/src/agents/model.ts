import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import { sealedKeySchema } from '../vault/sealed-key-schema.js';
import type { SealedKey } from '../vault/vault.js';
import type { Venue } from '../venues/supported-venues.js';

/** A key that trades for a wallet at a venue, as stored. */
export interface AgentRecord {
  /** `agt_…`; the sealed key is bound to it. */
  readonly _id: string;
  readonly accountId: string;
  /** The wallet it trades for. */
  readonly walletId: string;
  readonly venue: Venue;
  readonly agentAddress: Address;
  readonly agentName: string;
  /** Deleted when the agent ends. */
  readonly sealedKey?: SealedKey;
  readonly endedAt?: Date;
  readonly createdAt: Date;
}

const agentSchema = new Schema<AgentRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, index: true },
    walletId: { type: String, required: true, index: true },
    venue: { type: String, required: true },
    agentAddress: { type: String, required: true, unique: true },
    agentName: { type: String, required: true },
    sealedKey: { type: sealedKeySchema },
    endedAt: { type: Date },
    createdAt: { type: Date, required: true },
  },
  { collection: 'agents', versionKey: false },
);

agentSchema.index({ 'sealedKey.masterKeyId': 1 });

/** Returns the model of a database's agents. */
export function agentModel(connection: Connection) {
  return connection.model('Agent', agentSchema);
}
