/** Opens the sealed keys of the wallet service by their documented format alone, so that a test knows what to look for. */
import { createDecipheriv } from 'node:crypto';
import mongoose from 'mongoose';
import { z } from 'zod';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealed = z.object({
  _id: z.string(),
  accountId: z.string(),
  sealedKey: z.object({ version: z.number(), wrappedDataKey: z.string(), ciphertext: z.string() }),
});
const addressed = z.union([
  sealed.extend({ address: z.string() }),
  sealed
    .extend({ agentAddress: z.string() })
    .transform(({ agentAddress, ...rest }) => ({ ...rest, address: agentAddress })),
]);

const serviceKey = z.object({ _id: z.string(), wrappedKey: z.string() });

/**
 * The private keys of all wallets and agents, the data keys that they are sealed by, and the service's own keys, under what each
 * is the key of.
 */
export async function openSealedKeys(mongodbUri: string, masterKey: Buffer): Promise<Map<string, Buffer>> {
  const connection = await mongoose.createConnection(mongodbUri, { dbName: 'wallet' }).asPromise();
  const keys = new Map<string, Buffer>();
  for (const collection of ['wallets', 'agents'])
    for (const record of await connection
      .collection(collection)
      .find({ sealedKey: { $exists: true } })
      .toArray()) {
      const { _id, accountId, address, sealedKey } = addressed.parse(record);
      const context = `${_id}|${accountId}|${address}|${sealedKey.version}`;
      const dataKey = open(masterKey, sealedKey.wrappedDataKey, context);
      keys.set(`data key of ${_id}`, dataKey);
      keys.set(address, open(dataKey, sealedKey.ciphertext, context));
    }
  for (const record of await connection.collection('service_keys').find().toArray()) {
    const { _id, wrappedKey } = serviceKey.parse(record);
    keys.set(_id, open(masterKey, wrappedKey, `service key|${_id}`));
  }
  await connection.close();
  return keys;
}

/** AES-256-GCM: nonce, tag and ciphertext in base64. */
function open(key: Buffer, text: string, context: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
