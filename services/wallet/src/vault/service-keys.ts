import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, Schema } from 'mongoose';
import { KEY_BYTES } from './aes-gcm.js';
import type { Keyring } from './keyring.js';

/** What a key of the service itself is for. */
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

/** The service's own keys of a database. */
export function serviceKeyModel(connection: Connection) {
  return connection.model('ServiceKey', serviceKeySchema);
}

/** What a wrapped key of the service is bound to. */
export function serviceKeyContext(name: ServiceKeyName): string {
  return `service key|${name}`;
}

/** A key of the service: made by the first process that asks for it, and the same for all. Rejects for one that was changed. */
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
