import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/clock';
import { Secret } from '@platform/config';
import { createLogger } from '@platform/logging';
import { type Connection, connectMongo, inTransaction } from '@platform/mongo';
import type { Address } from 'viem';
import { EvmChain } from '../chains/evm-chain.js';
import { EvmNode } from '../chains/evm-node.js';
import { checkLedger, liftFence } from '../cli/ledger.js';
import { startTestChain, type TestChain } from '../testing/anvil.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { WalletOwners } from '../wallets/owners.js';
import { Wallets } from '../wallets/wallets.js';
import { LedgerChecker } from './checker.js';
import { Ledger } from './ledger.js';
import { external, inWallet } from './locations.js';

const TOLERANCE_MS = 60_000;
const clock = new ManualClock(1_700_000_000_000);
const atOnce = { nowMs: () => clock.nowMs(), now: () => clock.now(), sleep: async () => {} };
const ids = createIdSource(clock, systemRandom);
const logged: string[] = [];
const logger = createLogger({ process: 'test', level: 'error' }, { write: (line: string) => void logged.push(line) });
let connection: Connection;
let chain: TestChain;
let ledger: Ledger;
let checker: LedgerChecker;
let address: Address;
let walletId: string;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_checker');
  chain = await startTestChain('arbitrum');
});

beforeEach(async () => {
  await connection.dropDatabase();
  logged.length = 0;
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
  ledger = new Ledger(connection, ids, clock);
  await ledger.initialize();
  ({ _id: walletId, address } = await new Wallets(connection, vault, ids, clock).primary('acc_1'));
  const arbitrum = new EvmChain(new EvmNode('arbitrum', new Secret(chain.rpcUrl)));
  checker = new LedgerChecker(ledger, new WalletOwners(connection), arbitrum, clock, logger, TOLERANCE_MS);
});

afterAll(() => Promise.all([connection.close(), chain.close()]));

/** What the chain finally holds. */
async function hold(amount: bigint): Promise<void> {
  await chain.setUsdc(address, amount);
  await chain.client.mine({ blocks: 3 });
}

function book(amount: bigint): Promise<boolean> {
  const postings = [
    { location: external('arbitrum'), amountMicroUsdc: -amount },
    { location: inWallet(walletId, 'arbitrum'), amountMicroUsdc: amount },
  ];
  const cause = { kind: 'deposit', id: `dep_${amount}` } as const;
  return inTransaction(connection, (session) =>
    ledger.post({ accountId: 'acc_1', walletId, cause, step: 'confirm', postings }, session),
  );
}

const fenced = async () => (await ledger.books.fenced()).map(({ _id }) => _id);

test('is silent while ledger and chain agree', async () => {
  await hold(100n);
  await book(100n);
  await checker.check();
  clock.advance(TOLERANCE_MS);
  await checker.check();
  expect(await checkLedger(ledger, checker, atOnce)).toEqual([]);
  expect(await fenced()).toEqual([]);
});

test('fences a wallet whose difference stands, once, and corrects nothing', async () => {
  await hold(101_000_000n);
  await book(100_000_000n);
  await checker.check();
  clock.advance(TOLERANCE_MS - 1);
  await checker.check();
  expect(await fenced()).toEqual([]);
  clock.advance(1);
  await checker.check();
  await checker.check();
  expect(await fenced()).toEqual([walletId]);
  expect(logged).toHaveLength(1);
  expect(await ledger.balance(inWallet(walletId, 'arbitrum'))).toBe(100_000_000n);
  expect(await checkLedger(ledger, checker, atOnce)).toEqual([
    `${walletId} of acc_1, ${address}: ledger 100.00, chain 101.00`,
    expect.stringMatching(/^wal_\w+ is fenced since .*: ledger 100.00, chain 101.00$/),
  ]);
});

test('lets be what is only under way: a difference that changes or goes starts anew', async () => {
  await hold(5n);
  await checker.check();
  clock.advance(TOLERANCE_MS - 1);
  await hold(6n);
  await checker.check();
  clock.advance(TOLERANCE_MS - 1);
  await book(6n);
  await checker.check();
  await hold(7n);
  await checker.check();
  clock.advance(TOLERANCE_MS - 1);
  await checker.check();
  expect(await fenced()).toEqual([]);
});

test('a fence is lifted by an operator, and not before ledger and chain agree again', async () => {
  await hold(5n);
  await checker.check();
  clock.advance(TOLERANCE_MS);
  await checker.check();
  await expect(liftFence(walletId, ledger, checker, atOnce)).rejects.toThrow(/still differ/);
  expect(await fenced()).toEqual([walletId]);
  await book(5n);
  await liftFence(walletId, ledger, checker, atOnce);
  expect(await fenced()).toEqual([]);
});

test('finds a movement that somebody wrote past the ledger', async () => {
  await hold(0n);
  await connection.collection('movements').insertOne({
    _id: 'mov_forged' as never,
    postings: [{ location: 'external:arbitrum', amountMicroUsdc: 1n }],
  });
  expect(await checkLedger(ledger, checker, atOnce)).toEqual(['movement mov_forged does not sum to zero']);
});
