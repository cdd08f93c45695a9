import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { ObjectStore } from '@platform/store/objects';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';
import { erase, KEY_BYTES } from './aes-gcm.js';
import { type CopyKind, KeyCopies } from './key-copies.js';
import type { Keyring } from './keyring.js';

/** The purpose of one of the service's own keys. */
export type ServiceKeyName = 'seals';

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

const SERVICE_KEYS: CopyKind<ServiceKeyRecord> = {
  prefix: 'wallet-keys/service/',
  schema: z.strictObject({ _id: z.literal('seals'), masterKeyId: z.string(), wrappedKey: z.base64() }),
  masterKeyId: ({ masterKeyId }) => masterKeyId,
};

/** Returns the copies of the service's keys. */
export function serviceKeyCopies(objects: ObjectStore, keyring: Keyring): KeyCopies<ServiceKeyRecord> {
  return new KeyCopies(objects, SERVICE_KEYS, keyring.ids);
}

/** Returns the model of a database's service keys. */
export function serviceKeyModel(connection: Connection) {
  return connection.model('ServiceKey', serviceKeySchema);
}

/** Returns the context that a wrapped key of the service is bound to. */
export function serviceKeyContext(name: ServiceKeyName): string {
  return `service key|${name}`;
}

/**
 * Returns a key of the service: the first process that needs it creates it, and all processes share it. Its copy says which key it is, so
 * that a row that was lost or exchanged changes nothing. Rejects for a copy that was changed.
 */
export async function openServiceKey(
  { connection, objects }: { readonly connection: Connection; readonly objects: ObjectStore },
  name: ServiceKeyName,
  keyring: Keyring,
  random: Random,
): Promise<Secret<Buffer>> {
  const keys = serviceKeyModel(connection);
  const copies = serviceKeyCopies(objects, keyring);
  const row = await keys.findById(name).lean<ServiceKeyRecord>();
  const copy =
    (await copies.find(name)) ?? (await copies.keep(name, row ?? (await makeServiceKey(name, keyring, random))));
  await keys.updateOne({ _id: name }, { $setOnInsert: copy }, { upsert: true });
  const masterKey = keyring.get(copy.masterKeyId, `the service key ${name}`);
  return masterKey.unwrap(Buffer.from(copy.wrappedKey, 'base64'), serviceKeyContext(name));
}

async function makeServiceKey(name: ServiceKeyName, keyring: Keyring, random: Random): Promise<ServiceKeyRecord> {
  const key = new Secret(random.bytes(KEY_BYTES));
  const wrappedKey = (await keyring.current.wrap(key, serviceKeyContext(name))).toString('base64');
  erase(key);
  return { _id: name, masterKeyId: keyring.current.id, wrappedKey };
}
