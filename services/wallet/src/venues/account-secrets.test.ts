import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { type Address, zeroAddress } from 'viem';
import { testWallets } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { Envelopes } from '../vault/envelopes.js';
import { Keyring } from '../vault/keyring.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { VenueSecrets } from '../vault/venue-secrets.js';
import type { Wallets } from '../wallets/wallets.js';
import { WalletVenueSecrets } from './account-secrets.js';

const clock = new ManualClock(1_700_000_000_000);
const ids = createIdSource(clock, systemRandom);
const masterKey = new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
let connection: Connection;
let wallets: Wallets;
let credentials: WalletVenueSecrets;
let elsewhere: WalletVenueSecrets;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_venue_credentials');
  await resetDatabase(connection);
  const vault = new EnvelopeVault(masterKey, systemRandom);
  const opened = testWallets({ connection, vault, ids, clock });
  const envelopes = new Envelopes(new Keyring(masterKey), systemRandom);
  const secrets = new VenueSecrets({ connection, envelopes, ids, clock });
  await secrets.initialize();
  await opened.wallets.initialize();
  wallets = opened.wallets;
  credentials = new WalletVenueSecrets('polymarket', 'api_credentials', secrets, opened.owners);
  elsewhere = new WalletVenueSecrets('lighter', 'api_credentials', secrets, opened.owners);
});

afterAll(() => connection.close());

const secret = (text: string) => new Secret(Buffer.from(text));
const read = (address: Address, of = credentials) => of.use(address, (kept) => kept.reveal().toString());

test('what a venue gave a wallet is found by the wallet’s address, at that venue alone', async () => {
  const [{ address }, other] = [await wallets.primary('acc_1'), await wallets.primary('acc_2')];
  expect([await read(address), await credentials.has(address)]).toEqual([undefined, false]);
  await credentials.put(address, secret('words'));
  expect([await credentials.has(address), await elsewhere.has(address)]).toEqual([true, false]);
  await credentials.put(address, secret('words'));
  expect(await read(address)).toBe('words');
  expect([await read(other.address), await read(address, elsewhere)]).toEqual([undefined, undefined]);
  await expect(credentials.put(address, secret('others'))).rejects.toMatchObject({ reason: 'taken' });
});

test('nothing is kept for an address that is no wallet’s, or whose row somebody wrote', async () => {
  await expect(credentials.put(zeroAddress, secret('words'))).rejects.toThrow('is no wallet of the platform');
  const { address } = await wallets.primary('acc_3');
  await credentials.put(address, secret('words'));
  await connection.collection('wallets').updateOne({ address }, { $set: { accountId: 'acc_4' } });
  expect(await read(address)).toBeUndefined();
  await expect(credentials.put(address, secret('words'))).rejects.toThrow('is no wallet of the platform');
});
