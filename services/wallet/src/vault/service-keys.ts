import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, Schema } from 'mongoose';
import { KEY_BYTES } from './aes-gcm.js';
import type { Keyring } from './keyring.js';

/** The purpose of one of the service's own keys. */
export type ServiceKeyName = 'operation_seals';

/** A key of the service itself, wrapped by the master key. */
interface ServiceKeyRecord {
  readonly _id: ServiceKeyName;
  readonly masterKeyId: string;
  /** Base64. */
  readonly wrappedKey: string;
}

const serviceKeySchema = new Schema<ServiceKeyRecord>(
  {
    _id: { type: String, required: true },
    masterKeyId: { type: String, required: true },
    wrappedKey: { type: String, required: true },
  },
  { collection: 'service_keys', versionKey: false },
);

/** Returns the model of a database's service keys. */
export function serviceKeyModel(connection: Connection) {
  return connection.model('ServiceKey', serviceKeySchema);
}

/** Returns the context that a wrapped key of the service is bound to. */
export function serviceKeyContext(name: ServiceKeyName): string {
  return `service key|${name}`;
}

/**
 * Returns a key of the service: the first process that needs it creates it, and all processes share it. Rejects for a key that was changed.
 */
export async function openServiceKey(
  connection: Connection,
  name: ServiceKeyName,
  keyring: Keyring,
  random: Random,
): Promise<Secret<Buffer>> {
  const keys = serviceKeyModel(connection);
  const context = serviceKeyContext(name);
  const candidate = new Secret(random.bytes(KEY_BYTES));
  const wrappedKey = (await keyring.current.wrap(candidate, context)).toString('base64');
  candidate.reveal().fill(0);
  const stored = await keys
    .findOneAndUpdate(
      { _id: name },
      { $setOnInsert: { masterKeyId: keyring.current.id, wrappedKey } },
      { upsert: true, returnDocument: 'after' },
    )
    .orFail()
    .lean<ServiceKeyRecord>();
  return keyring.get(stored.masterKeyId).unwrap(Buffer.from(stored.wrappedKey, 'base64'), context);
}
