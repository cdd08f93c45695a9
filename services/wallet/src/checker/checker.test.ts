import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { createIdSource, systemRandom } from '@platform/kit/clock';
import { inTransaction } from '@platform/store/mongo';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenRow, usdcOn } from '../chains/token.js';
import { checkLedger, liftFence } from '../cli/ledger.js';
import { external, inTransit, inWallet, type Location } from '../ledger/locations.js';
import { newAddress, openStage, type Stage } from '../testing/stage.js';
import { walletSeals } from '../wallets/wallet-seals.js';
import { adjust } from './adjustments.js';

/** Rounds within which an expected fence must appear. */
const ROUNDS = 6;
const ROUND_MS = 20_000;
const HELD = 100_000_000n;
let stage: Stage;
let account = '';
let walletId = '';
let address: Address;
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_checker');
});

beforeEach(async () => {
  count += 1;
  account = `acc_${count}`;
  ({ _id: walletId, address } = await stage.domain.wallets.primary(account));
  await stage.fund(account, HELD);
  stage.logged.length = 0;
});

afterAll(() => stage.close());

const atOnce = () => ({ nowMs: () => stage.clock.nowMs(), now: () => stage.clock.now(), sleep: async () => {} });
const location = () => inWallet(walletId, usdcOn('arbitrum'));
const isFenced = () => stage.domain.ledger.books.isFenced(location());
const comparison = () => stage.domain.networks.arbitrum.comparison;
const told = (what: string) => stage.logged.filter((line) => line.includes(what) && line.includes(walletId)).length;
const rows = (name: string) => stage.connection.collection<{ _id: string } & Record<string, unknown>>(name);
const allProblems = () => checkLedger(stage.domain.ledger, stage.domain.checker, [comparison()], atOnce());
const problems = async () => (await allProblems()).filter((line) => line.includes(walletId));

/** Runs rounds of the checker, each with a later settled block. */
async function check(rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await stage.finalise();
    await stage.domain.networks.arbitrum.watcher.advance();
    await comparison().check();
    await stage.domain.checker.check();
    stage.clock.advance(ROUND_MS);
  }
}

async function withdraw(amountMicroUsdc: bigint) {
  const intent = {
    ...({ source: 'arbitrum', chain: 'arbitrum', amountMicroUsdc } as const),
    destinationWallet: privateKeyToAccount(generatePrivateKey()).address,
    assetAddress: tokenRow(usdcOn('arbitrum')).address,
  };
  const request = { accountId: account, key: randomUUID(), intent };
  return (await stage.domain.withdrawals.accept(request, undefined)).withdrawal;
}

function post(from: Location, to: Location, amountMicroUsdc: bigint) {
  const postings = [
    { location: from, amountMicroUsdc: -amountMicroUsdc },
    { location: to, amountMicroUsdc },
  ];
  const operation = { kind: 'deposit', id: randomUUID() } as const;
  return inTransaction(stage.connection, (session) =>
    stage.domain.ledger.post({ accountId: account, walletId, operation, step: 'test', postings }, session),
  );
}

describe('the innocent is not fenced', () => {
  test('while ledger and chain agree', async () => {
    await check();
    expect(await problems()).toEqual([]);
    expect(await isFenced()).toBe(false);
  });

  test('while its withdrawals are at any point of their way', async () => {
    for (const step of [stage.advance, stage.relay, stage.finalise, stage.relay, stage.advance]) {
      await withdraw(1_000_000n);
      await step();
      await check(2);
    }
    await stage.round();
    await check();
    expect(await isFenced()).toBe(false);
    expect(await problems()).toEqual([]);
  });

  test('while nothing settles what the chain takes out, and what comes in', async () => {
    await withdraw(60_000_000n);
    await stage.advance();
    await stage.relay();
    await stage.arbitrum.pay(address, 5_000_000n);
    await stage.finalise();
    // Neither the watcher nor the withdrawal goes on.
    for (let round = 0; round < ROUNDS; round += 1) {
      await stage.domain.checker.check();
      stage.clock.advance(ROUND_MS);
    }
    expect(await isFenced()).toBe(false);
    await stage.round();
  });

  test('when the chain holds more than the ledger knows: that is told, once', async () => {
    await stage.arbitrum.setUsdc(address, HELD + 1n);
    await check();
    expect(await isFenced()).toBe(false);
    expect(told('the chain holds more')).toBe(1);
    expect(await problems()).toEqual([`${location()} of ${account}, ${address}: ledger 100.00, chain 100.000001`]);
    expect(await stage.domain.ledger.books.counts()).toMatchObject({ surplus: 1 });
    await stage.arbitrum.setUsdc(address, HELD);
  });
});

describe('the guilty is fenced', () => {
  test('when a cent is missing, after three readings, once, and nothing is corrected', async () => {
    await stage.arbitrum.setUsdc(address, HELD - 10_000n);
    await check(2);
    expect(await isFenced()).toBe(false);
    await check();
    expect(await isFenced()).toBe(true);
    expect(told('the location is fenced')).toBe(1);
    expect(await stage.domain.ledger.balance(location())).toBe(HELD);
    expect(await problems()).toEqual([
      `${location()} of ${account}, ${address}: ledger 100.00, chain 99.99`,
      expect.stringMatching(/^wallet:wal_\w+:arbitrum:USDC is fenced since .*: ledger 100.00, chain 99.99$/),
    ]);
  });

  test('whatever dust comes to it, and however often the service starts again', async () => {
    await stage.arbitrum.setUsdc(address, HELD - 10_000n);
    for (let round = 0; round < ROUNDS; round += 1) {
      await stage.arbitrum.pay(address, 20_000n);
      stage.clock.advance(45_000);
      await check(1);
    }
    expect(await isFenced()).toBe(true);
  });

  test('also while a withdrawal is under way that would explain less', async () => {
    await withdraw(1_000_000n);
    await stage.arbitrum.setUsdc(address, HELD - 1_000_001n);
    await check();
    expect(await isFenced()).toBe(true);
  });

  test('when somebody changed its balance, or its entries, in the database', async () => {
    await rows('ledger_balances').updateOne({ _id: location() }, { $set: { amountMicroUsdc: HELD + 1n } });
    await check();
    expect(await isFenced()).toBe(true);
    expect(await problems()).toContainEqual(expect.stringContaining('holds 100.000001, its movements come to 100.00'));
  });

  test.each([
    ['an open reservation has no operation', 'withdrawals', 'which is not under way'],
    ['an operation has no reservation', 'reservations', 'does not hold its amount'],
  ])('when %s', async (_what, collection, what) => {
    const { _id } = await withdraw(1_000_000n);
    await rows(collection).deleteOne(collection === 'withdrawals' ? { _id } : { 'operation.id': _id });
    await check(1);
    expect(await isFenced()).toBe(true);
    expect(await allProblems()).toContainEqual(expect.stringContaining(what));
    await rows(collection === 'withdrawals' ? 'reservations' : 'withdrawals').deleteMany({});
  });

  test('when a leg holds money that its operation no longer names, or not yet', async () => {
    const id = await stage.withdraw(account, 1_000_000n);
    await check(1);
    expect(await isFenced()).toBe(false);
    const leg = { operation: { kind: 'withdrawal', id }, leg: 'another' } as const;
    const held = { ...leg, accountId: account, location: location(), amountMicroUsdc: 1n, finalChainMicroUsdc: HELD };
    await inTransaction(stage.connection, (session) => stage.domain.ledger.reserve(held, session));
    await check(1);
    expect(await isFenced()).toBe(true);
    expect(await allProblems()).toContainEqual(
      expect.stringContaining(`0.000001 is reserved for withdrawal ${id} (another)`),
    );
    await inTransaction(stage.connection, (session) => stage.domain.ledger.release(leg, session));
  });

  test('when a setup waits for what is not on its way', async () => {
    const request = {
      accountId: account,
      venue: 'hyperliquid',
      amountMicroUsdc: 60_000_000n,
      key: randomUUID(),
    } as const;
    const { setup } = await stage.domain.setups.accept(request);
    await stage.round();
    await check(1);
    expect(await isFenced()).toBe(false);
    await post(inTransit(setup._id, usdcOn('arbitrum')), external(usdcOn('arbitrum')), 1n);
    await check(1);
    expect(await isFenced()).toBe(true);
  });
});

test('what is on the way without a setup is told', async () => {
  await post(location(), inTransit(`set_none_${count}`, usdcOn('arbitrum')), 1n);
  const found = await stage.domain.checker.inconsistencies();
  expect(found).toContainEqual(expect.stringContaining(`0.000001 is at in_transit:set_none_${count}`));
  await post(inTransit(`set_none_${count}`, usdcOn('arbitrum')), location(), 1n);
});

test('an operator books a difference that is real, with evidence, and only so far; then the fence is lifted', async () => {
  await stage.arbitrum.setUsdc(address, HELD - 10_000n);
  await check();
  const { ledger } = stage.domain;
  const ids = createIdSource(stage.clock, systemRandom);
  const parts = { connection: stage.connection, ledger, comparison: comparison(), ids };
  const by = (amountMicroUsdc: bigint, evidence = 'a test took it') =>
    adjust({ location: location(), amountMicroUsdc, evidence, operator: 'ada' }, parts);
  await expect(liftFence(location(), ledger, comparison(), atOnce())).rejects.toThrow(/still differ/);
  for (const amount of [1n, -10_001n, 0n]) await expect(by(amount)).rejects.toThrow(/is not a correction/);
  await expect(by(-10_000n, ' ')).rejects.toThrow(/--evidence must say/);
  const id = await by(-10_000n);
  expect(await rows('movements').findOne({ 'operation.id': id })).toMatchObject({
    ...{ walletId, accountId: account, operation: { kind: 'adjustment' } },
    adjustment: { operator: 'ada', evidence: 'a test took it' },
  });
  expect(await ledger.unbalanced()).toEqual([]);
  await liftFence(location(), ledger, comparison(), atOnce());
  expect(await problems()).toEqual([]);
});

test('an operator books nothing while money of the wallet is under way', async () => {
  await stage.arbitrum.setUsdc(address, HELD - 10_000n);
  await check(1);
  await stage.withdraw(account, 1_000_000n);
  const { ledger } = stage.domain;
  const ids = createIdSource(stage.clock, systemRandom);
  const parts = { connection: stage.connection, ledger, comparison: comparison(), ids };
  const adjusted = adjust(
    { location: location(), amountMicroUsdc: -10_000n, evidence: 'a test took it', operator: 'ada' },
    parts,
  );
  await expect(adjusted).rejects.toThrow(`${location()} has 1.00 under way`);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['exchanged', () => rows('wallets').updateOne({ _id: walletId }, { $set: { address: newAddress() } }), /not as the/],
  ['missing', () => rows('wallets').deleteOne({ _id: walletId }), /row is missing/],
])('a wallet whose row is %s is fenced by its next round, and its operator is told', async (_what, forge, reason) => {
  await forge();
  await stage.connection
    .collection<{ _id: string; version: number }>('ledger_books')
    .updateOne({ _id: location() }, { $inc: { version: 1 } });
  await check(1);
  expect(await isFenced()).toBe(true);
  expect(stage.logged.some((line) => line.includes(walletId) && reason.test(line))).toBe(true);
  await expect(liftFence(location(), stage.domain.ledger, comparison(), atOnce())).rejects.toThrow(walletId);
});

test('a round asks the chain no more often when there are a thousand wallets at rest', async () => {
  const { domain } = stage;
  const seals = walletSeals(domain.seals);
  const { chain: arbitrum } = domain.networks.arbitrum;
  const resting = Array.from({ length: 1_000 }, (_, index) => {
    const { address: at } = privateKeyToAccount(generatePrivateKey());
    const wallet = { _id: `wal_0resting_${index}`, accountId: `acc_resting_${index}`, accountIndex: 0, address: at };
    return { ...wallet, seal: seals.seal(wallet), createdAt: stage.clock.now() };
  });
  await rows('wallets').insertMany(resting);
  await check(2);
  const read = arbitrum.balanceAt.bind(arbitrum);
  let reads = 0;
  arbitrum.balanceAt = (...question) => {
    reads += 1;
    return read(...question);
  };
  await check(1);
  expect(reads).toBeLessThanOrEqual(60);
  await rows('wallets').deleteMany({ _id: { $in: resting.map(({ _id }) => _id) } });
  Reflect.deleteProperty(arbitrum, 'balanceAt');
});

test('finds a movement that somebody wrote past the ledger', async () => {
  await rows('movements').insertOne({
    _id: 'mov_forged',
    postings: [{ location: 'external:arbitrum:USDC', amountMicroUsdc: 1n }],
  });
  const found = await allProblems();
  expect(found).toContain('movement mov_forged does not sum to zero');
});

test('a wallet that can not be compared is a problem, which names network, block and reason', async () => {
  const { domain } = stage;
  const { chain: arbitrum } = domain.networks.arbitrum;
  await check(1);
  arbitrum.balanceAt = async () => {
    throw new PlatformError('wallet_upstream_unavailable', { cause: new Error('the node has not the block') });
  };
  const found = await problems();
  Reflect.deleteProperty(arbitrum, 'balanceAt');
  expect(found).toEqual([
    expect.stringMatching(
      /^wallet:wal_\w+:arbitrum:USDC of acc_\d+, 0x\w{40}: arbitrum can not be read at block \d+: the node has not the block$/,
    ),
  ]);
  expect(await problems()).toEqual([]);
});
