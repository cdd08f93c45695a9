import type { Report } from '@platform/kit/provisioning';
import type { Connection } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import { type Address, isAddress } from 'viem';
import { z } from 'zod';
import { erase } from '../vault/aes-gcm.js';
import { keyContext } from '../vault/envelope-vault.js';
import type { Keyring } from '../vault/keyring.js';
import { serviceKeyContext, serviceKeyCopies, serviceKeyModel } from '../vault/service-keys.js';
import type { SealedKey } from '../vault/vault.js';
import { VENUE_SECRETS, venueSecretContext, venueSecretOwner } from '../vault/venue-secrets.js';
import type { WalletRecord } from './model.js';
import { WalletCopies } from './wallet-copies.js';

const owned = z.object({ _id: z.string(), accountId: z.string() });
const evmAddress = z.custom<Address>((text) => typeof text === 'string' && isAddress(text));

/** The collections whose records carry a sealed key, and how the context that it is bound to is made of a record. */
const HOLDERS: Readonly<Record<string, z.ZodType<string>>> = {
  wallets: owned
    .extend({ address: evmAddress })
    .transform(({ _id: walletId, accountId, address }) => keyContext({ walletId, accountId, address })),
  agents: owned
    .extend({ agentAddress: evmAddress })
    .transform(({ _id: walletId, accountId, agentAddress: address }) => keyContext({ walletId, accountId, address })),
  [VENUE_SECRETS]: venueSecretOwner.transform(venueSecretContext),
};

/** A record that carries a sealed key. */
interface Holder {
  readonly _id: string;
  readonly sealedKey: SealedKey;
}

/** What one master key has sealed. */
interface Sealed {
  readonly keys: number;
  /** One of its records, for an operator to look at. */
  readonly example: string;
}

/** Returns how many keys each master key has sealed, by its id. */
export async function countByMasterKey(connection: Connection): Promise<ReadonlyMap<string, number>> {
  return new Map([...(await sealedByMasterKey(connection))].map(([id, { keys }]) => [id, keys]));
}

/** Throws when something is sealed by a master key that isn't held: it could never be used. */
export async function requireEveryKey(connection: Connection, keyring: Keyring): Promise<void> {
  const missing = [...(await sealedByMasterKey(connection))].filter(([id]) => keyring.find(id) === undefined);
  if (missing.length === 0) return;
  const named = missing.map(([id, { keys, example }]) => `${keys} by ${id}, such as ${example}`).join('; ');
  throw new Error(
    `keys are sealed by master keys that are not held: ${named}; WALLET_FORMER_MASTER_KEYS names former ones`,
  );
}

async function sealedByMasterKey(connection: Connection): Promise<ReadonlyMap<string, Sealed>> {
  const found = new Map<string, Sealed>();
  const paths = [
    ...Object.keys(HOLDERS).map((name) => [name, 'sealedKey.masterKeyId']),
    ['service_keys', 'masterKeyId'],
  ];
  for (const [name = '', path = ''] of paths) {
    const group = { _id: `$${path}`, keys: { $sum: 1 }, example: { $first: '$_id' } };
    const stages = [{ $match: { [path]: { $exists: true } } }, { $group: group }];
    const rows = await connection.collection(name).aggregate<Sealed & { _id: string }>(stages).toArray();
    for (const { _id: id, keys, example } of rows) {
      const former = found.get(id);
      found.set(id, { keys: (former?.keys ?? 0) + keys, example: former?.example ?? `${example} of ${name}` });
    }
  }
  return found;
}

/**
 * Wraps every data key of a former master key with the current one; the data keys' ciphertexts stay unchanged. Returns the number of keys.
 * What has a copy gets a further one first. Safe to repeat and to run beside running services; rejects at a key that doesn't open, which
 * stays unchanged.
 */
export async function rewrapAll(
  connection: Connection,
  objects: ObjectStore,
  keyring: Keyring,
  report: Report = () => {},
): Promise<number> {
  const former = { $exists: true, $ne: keyring.current.id };
  const walletCopies = new WalletCopies(objects, keyring.ids);
  const keys = [...(await countByMasterKey(connection))];
  const total = keys.reduce((sum, [id, count]) => sum + (id === keyring.current.id ? 0 : count), 0);
  let rewrapped = 0;
  const count = () => {
    rewrapped += 1;
    report(`${rewrapped} of ${total} keys`);
  };
  for (const [name, contexts] of Object.entries(HOLDERS)) {
    const holders = connection.collection<Holder>(name);
    for await (const holder of holders.find({ 'sealedKey.masterKeyId': former })) {
      const { _id, sealedKey } = holder;
      const { data: context } = contexts.safeParse(holder);
      if (context === undefined) throw new Error(`${_id} does not say what its key is bound to`);
      const { masterKeyId, wrappedDataKey } = sealedKey;
      const wrapped = await rewrap(keyring, _id, { masterKeyId, wrapped: wrappedDataKey, context });
      const rewrappedKey = { ...sealedKey, masterKeyId: keyring.current.id, wrappedDataKey: wrapped };
      if (isWallet(name, holder)) await walletCopies.keepRewrapped({ ...holder, sealedKey: rewrappedKey });
      const change = { 'sealedKey.masterKeyId': keyring.current.id, 'sealedKey.wrappedDataKey': wrapped };
      await holders.updateOne({ _id, 'sealedKey.wrappedDataKey': wrappedDataKey }, { $set: change });
      count();
    }
  }
  const serviceKeys = serviceKeyModel(connection);
  const copies = serviceKeyCopies(objects, keyring);
  for (const { _id, masterKeyId, wrappedKey } of await serviceKeys.find({ masterKeyId: former }).lean()) {
    const wrapped = await rewrap(keyring, _id, { masterKeyId, wrapped: wrappedKey, context: serviceKeyContext(_id) });
    const change = { masterKeyId: keyring.current.id, wrappedKey: wrapped };
    await copies.keepRewrapped(_id, { _id, ...change });
    await serviceKeys.updateOne({ _id, wrappedKey }, change);
    count();
  }
  return rewrapped;
}

function isWallet(collection: string, holder: Holder): holder is WalletRecord {
  return collection === 'wallets';
}

/** A data key, in base64, as a master key wraps it. */
interface Wrapped {
  readonly masterKeyId: string;
  readonly wrapped: string;
  readonly context: string;
}

/** Wraps the data key of a record again. */
async function rewrap(keyring: Keyring, record: string, { masterKeyId, wrapped, context }: Wrapped): Promise<string> {
  const dataKey = await keyring.get(masterKeyId, record).unwrap(Buffer.from(wrapped, 'base64'), context);
  try {
    return (await keyring.current.wrap(dataKey, context)).toString('base64');
  } finally {
    erase(dataKey);
  }
}
