import { type Connection, dropIndexes, indexNames } from '@platform/store/mongo';
import type { Address } from 'viem';
import { serviceKeyModel } from './vault/service-keys.js';
import type { SealedKey, Vault } from './vault/vault.js';

/** Written when money belonged to accounts, each of which had one wallet and traded on one chain. */
const OWNED = ['movements', 'reservations', 'deposits', 'setups', 'withdrawals', 'agents'];
const CHAIN = 'arbitrum';

/**
 * Gives the records of before money belonged to wallets their wallet, chain and relayer. To be awaited before any index is
 * made; harmless to die in. A database of before is known by an index, which goes last.
 */
export async function keyByWallet(connection: Connection, relayer: Address | undefined): Promise<void> {
  // A credit was one setup's of all wallets, though credits of several may have one name.
  await dropIndexes(connection, 'setups', (fields) => fields.join() === 'venue,credit');
  if ((await indexNames(connection, 'setups', isOfAccounts)).length === 0) return;
  for (const name of OWNED) await nameWallets(connection, name);
  await connection
    .collection('movements')
    .updateMany(ofAccounts('postings.location'), [
      { $set: { postings: { $map: { input: '$postings', in: { $mergeObjects: ['$$this', relocated('$$this')] } } } } },
    ]);
  await connection.collection('reservations').updateMany(ofAccounts('location'), [{ $set: relocated('$$ROOT') }]);
  await moveBooks(connection);
  await moveVenueAccounts(connection);
  await nameRelayer(connection, relayer);
  await dropIndexes(connection, 'setups', isOfAccounts);
}

/** A record with a signing key. */
interface KeyHolder {
  readonly _id: string;
  readonly accountId: string;
  readonly sealedKey: SealedKey;
  readonly address?: Address;
  /** Of an agent. */
  readonly agentAddress?: Address;
}

/**
 * Seals the keys of before for their accounts. A database of before is known by having no key of the service, which is made right
 * after; later on, a key in the former format is refused, whoever put it there. Harmless to die in.
 */
export async function bindKeysToAccounts(connection: Connection, vault: Vault): Promise<void> {
  if ((await serviceKeyModel(connection).exists({})) !== null) return;
  for (const name of ['wallets', 'agents']) {
    const holders = connection.collection<KeyHolder>(name);
    for await (const { _id, accountId, sealedKey, ...record } of holders.find({ 'sealedKey.version': 1 })) {
      const address = record.address ?? record.agentAddress;
      if (address === undefined) throw new Error(`the key of ${_id} has no address`);
      const bound = await vault.bindToAccount({ walletId: _id, accountId, address, sealedKey });
      await holders.updateOne({ _id, 'sealedKey.version': 1 }, { $set: { sealedKey: bound } });
    }
  }
}

/** One open setup an account and venue. */
function isOfAccounts(fields: readonly string[]): boolean {
  return fields.join() === 'accountId,venue';
}

/** Finds the primary wallet of a record's account. */
function withWallet(accountId: string): object[] {
  const wallets = { from: 'wallets', localField: accountId, foreignField: 'accountId', as: 'wallet' };
  return [
    { $lookup: { ...wallets, pipeline: [{ $match: { accountIndex: 0 } }] } },
    { $set: { walletId: { $first: '$wallet._id' } } },
    { $match: { walletId: { $exists: true } } },
  ];
}

async function nameWallets(connection: Connection, name: string): Promise<void> {
  const records = [{ $match: { walletId: { $exists: false } } }, ...withWallet('accountId')];
  const into = { into: name, whenMatched: 'merge', whenNotMatched: 'discard' };
  await connection
    .collection(name)
    .aggregate([...records, { $project: { walletId: 1 } }, { $merge: into }])
    .toArray();
}

/** Records with a location of an account, or outside without an asset. */
function ofAccounts(path: string): object {
  return { walletId: { $exists: true }, [path]: /^(?:(?:wallet|venue):acc_|external:[^:]+$)/ };
}

/** A location of before, as an expression: the account's wallet takes its place, and what had no asset is USDC. */
function relocated(holder: string): object {
  const former = `${holder}.location`;
  const ofWallet = { $replaceOne: { input: former, find: '$accountId', replacement: '$walletId' } };
  const isVenue = { $regexMatch: { input: former, regex: '^venue:' } };
  const isUsdc = { $regexMatch: { input: former, regex: '^(?:wallet:acc_|external:[^:]+$)' } };
  return {
    location: { $cond: [isVenue, ofWallet, { $cond: [isUsdc, { $concat: [ofWallet, ':USDC'] }, former] }] },
  };
}

async function moveBooks(connection: Connection): Promise<void> {
  const named = [...withWallet('_id'), { $set: { _id: '$walletId' } }, { $unset: ['wallet', 'walletId'] }];
  const former = connection.collection('account_books');
  await former.aggregate([...named, { $merge: { into: 'wallet_books', whenMatched: 'keepExisting' } }]).toArray();
  await former.deleteMany({});
}

async function moveVenueAccounts(connection: Connection): Promise<void> {
  const accounts = connection.collection('venue_accounts');
  const former = { '_id.accountId': { $exists: true } };
  const id = { walletId: '$walletId', venue: '$_id.venue' };
  const named = [...withWallet('_id.accountId'), { $replaceWith: { _id: id, onboardedAt: '$onboardedAt' } }];
  const into = { into: 'venue_accounts', whenMatched: 'keepExisting' };
  await accounts.aggregate([{ $match: former }, ...named, { $merge: into }]).toArray();
  await accounts.deleteMany(former);
}

async function nameRelayer(connection: Connection, current: Address | undefined): Promise<void> {
  await dropIndexes(connection, 'chain_transactions', (fields) => fields.join() === 'nonce');
  const nonces = connection.collection<{ _id: unknown; next: number }>('relayer_nonces');
  const former = await nonces.find({ _id: { $type: 'string' } }).toArray();
  const relayer = current ?? former[0]?._id;
  const transactions = connection.collection('chain_transactions');
  await transactions.updateMany({ chain: { $exists: false } }, { $set: { chain: CHAIN } });
  const signed = { relayer: { $exists: false }, nonce: { $exists: true } };
  await transactions.updateMany(signed, { $set: { relayer } });
  for (const { _id, next } of former) {
    await nonces.updateOne({ _id: { chain: CHAIN, relayer: _id } }, { $max: { next } }, { upsert: true });
    await nonces.deleteOne({ _id });
  }
}
