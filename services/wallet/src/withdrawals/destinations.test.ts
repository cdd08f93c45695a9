import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Seals } from '@platform/keys/seals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { networks } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { type Address, getAddress, zeroAddress } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { testWallets } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { WalletAddresses } from '../wallets/wallet-addresses.js';
import { Destinations } from './destinations.js';

const OUTSIDE = getAddress(`0x${'ab'.repeat(20)}`);
const BRIDGE = getAddress(`0x${'b1'.repeat(20)}`);
const PAID = getAddress(`0x${'d3'.repeat(20)}`);
const CONTRACT = getAddress(`0x${'e4'.repeat(20)}`);
const RELAYER = getAddress(`0x${'c2'.repeat(20)}`);
const small = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
const clock = new ManualClock(1_700_000_000_000);
let connection: Connection;
let destinations: Destinations;
let managed: readonly Address[];

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_destinations');
  await resetDatabase(connection);
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
  const { wallets } = testWallets({ connection, vault, ids: createIdSource(clock, systemRandom), clock });
  managed = [(await wallets.primary('acc_1')).address, (await wallets.add('acc_1')).address];
  const addresses = new WalletAddresses(
    connection,
    new Seals(new Secret(systemRandom.bytes(32)), createLogger({ process: 'test', level: 'silent' })),
    clock,
  );
  await addresses.initialize();
  const owned = { accountId: 'acc_1', walletId: 'wal_1', venue: 'polymarket', network: 'polygon' } as const;
  await addresses.accept({ _id: PAID, ...owned, kind: 'payment' });
  await addresses.accept({ _id: CONTRACT, ...owned, kind: 'contract_wallet' });
  destinations = new Destinations(wallets, addresses, { shared: () => [['hyperliquid', BRIDGE]] }, RELAYER);
});

afterAll(() => connection.close());

test('an address outside the platform is a destination in any case', async () => {
  expect(await destinations.parse(OUTSIDE.toLowerCase())).toBe(OUTSIDE);
});

test.each([
  ['an account’s primary wallet, the caller’s or not', () => managed[0], 'must not be a wallet of this platform'],
  ['another wallet of it', () => managed[1], 'must not be a wallet of this platform'],
  ['where a wallet is paid in at a venue', () => PAID, 'must not be a wallet of this platform'],
  ['a contract that a wallet owns', () => CONTRACT, 'must not be a wallet of this platform'],
  ['a venue’s bridge', () => BRIDGE, 'must not be the bridge of hyperliquid'],
  ['the relayer', () => RELAYER, "must not be the platform's relayer"],
  ['a token', () => tokenRow(usdcOn('polygon')).address, 'must not be the contract of USDC'],
  ['nobody', () => zeroAddress, 'must not be the zero address'],
  ['the first precompiled contract', () => small(0x01), 'must not be a precompiled contract'],
  ['the last of 255', () => small(0xff), 'must not be a precompiled contract'],
  ['a contract of Arbitrum itself', () => small(0xa4b05), 'must not be a precompiled contract'],
  ['bridged USDC', () => '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', 'must not be the contract of USDC.e'],
  ['USDT', () => '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', 'must not be the contract of USDT'],
  ['WETH', () => '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', 'must not be the contract of WETH'],
  ['another network’s USDT', () => '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', 'must not be the contract of USDT'],
  ['pUSD', () => '0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb', 'must not be the contract of pUSD'],
  ['no address', () => '0x12', 'must be an EVM address'],
  ['nothing', () => undefined, 'must be an EVM address'],
])('%s is none, and the refusal says so', async (_what, address, message) => {
  const refused = destinations.parse(address()?.toLowerCase());
  await expect(refused).rejects.toMatchObject({
    code: 'bad_request',
    details: [{ path: 'destination_wallet', message }],
  });
});

test('every contract of a token is written with its checksum', () => {
  const contracts = Object.values(networks).flatMap(({ assets, otherTokens }) => [
    assets.USDC.address,
    ...Object.values(otherTokens),
  ]);
  expect(contracts.filter((address) => getAddress(address.toLowerCase()) !== address)).toEqual([]);
});
