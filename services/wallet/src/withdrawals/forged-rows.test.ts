/** What an attacker who can write to the database, but holds no key, gains from it: no money. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenRow, usdcOn } from '../chains/token.js';
import { openStage, type Stage } from '../testing/stage.js';

const HELD = 100_000_000n;
/** The log level of errors. */
const ERROR = 50;
let stage: Stage;
let victim = '';
let thief = '';
let count = 0;
/** The thief's address, outside the platform. */
let loot: Address;

beforeAll(async () => {
  stage = await openStage('test_wallet_forged_rows');
});

beforeEach(async () => {
  count += 1;
  [victim, thief] = [`acc_victim_${count}`, `acc_thief_${count}`];
  loot = privateKeyToAccount(generatePrivateKey()).address;
  await stage.fund(victim, HELD);
});

afterAll(() => stage.close());

type Row = { _id: string } & Record<string, unknown>;
const rows = (name: string) => stage.connection.collection<Row>(name);
const walletOf = (accountId: string) => stage.domain.wallets.primary(accountId);

/** Accepts a withdrawal of an account, as its owner. */
async function accept(accountId: string, amountMicroUsdc: bigint, destinationWallet: Address) {
  const intent = {
    ...({ source: 'arbitrum', chain: 'arbitrum', amountMicroUsdc } as const),
    ...{ destinationWallet, assetAddress: tokenRow(usdcOn('arbitrum')).address },
  };
  const request = { accountId, key: randomUUID(), intent };
  return (await stage.domain.withdrawals.accept(request, undefined)).withdrawal;
}

async function withdrawalRow(id: string): Promise<Row> {
  const row = await rows('withdrawals').findOne({ _id: id });
  if (row === null) throw new Error(`there is no ${id}`);
  return row;
}

async function reservationRow(id: string): Promise<Row> {
  const row = await rows('reservations').findOne({ 'operation.id': id });
  if (row === null) throw new Error(`${id} holds nothing`);
  return row;
}

/** Returns the purposes with which a record was logged as an error by now: rows of earlier tests are still tried. */
function errorsOf(recordId: string): string[] {
  const lines = stage.logged.map((line) => JSON.parse(line));
  const errors = lines.filter(({ level, id }) => level >= ERROR && id === recordId);
  return errors.map(({ msg, purpose }) => `${purpose}: ${msg}`);
}

/** Runs everything to its end, and checks that the victim still has its money. */
async function expectNothingTaken(left = HELD): Promise<void> {
  await stage.round();
  await stage.round();
  expect(await stage.balance(loot)).toBe(0n);
  expect(await stage.balance((await walletOf(victim)).address)).toBe(left);
}

test('an inserted withdrawal with its reservation, with and without the seal of another, is not paid', async () => {
  await stage.fund(thief, 1_000_000n);
  const own = await accept(thief, 1_000_000n, loot);
  const row = await withdrawalRow(own._id);
  const reservation = await reservationRow(own._id);
  const { _id: walletId } = await walletOf(victim);
  const forged = { accountId: victim, walletId, amountMicroUsdc: 50_000_000n };
  const { seal: _none, ...unsealed } = row;
  await rows('withdrawals').deleteOne({ _id: own._id });
  for (const [id, base] of Object.entries({ wd_sealed: row, wd_unsealed: unsealed })) {
    const _id = `${id}_${count}`;
    await rows('withdrawals').insertOne({ ...base, ...forged, _id, key: randomUUID() });
    const location = `wallet:${walletId}:arbitrum:USDC`;
    const operation = { kind: 'withdrawal', id: _id };
    await rows('reservations').insertOne({ ...reservation, ...forged, _id: `rsv_${_id}`, operation, location });
  }
  await expectNothingTaken();
});

test.each<[string, () => object]>([
  ['destination', () => ({ destinationWallet: loot })],
  ['amount', () => ({ amountMicroUsdc: 90_000_000n })],
  ['time', () => ({ validBefore: new Date(stage.clock.nowMs() + 365 * 86_400_000) })],
  ['id', () => ({})],
])('an accepted withdrawal whose %s was changed is not paid', async (field, change) => {
  const destination = field === 'destination' ? privateKeyToAccount(generatePrivateKey()).address : loot;
  const { _id } = await accept(victim, 60_000_000n, destination);
  const row: Row = { ...(await withdrawalRow(_id)), ...change() };
  await rows('withdrawals').deleteOne({ _id });
  const changed = field === 'id' ? `wd_other_${count}` : _id;
  await rows('withdrawals').insertOne({ ...row, _id: changed });
  await rows('reservations').updateOne(
    { 'operation.id': _id },
    { $set: { 'operation.id': changed, amountMicroUsdc: row['amountMicroUsdc'] } },
  );
  await expectNothingTaken();
});

test('a withdrawal that was exchanged with one of another wallet is not paid from it', async () => {
  await stage.fund(thief, 60_000_000n);
  const { _id } = await accept(thief, 60_000_000n, loot);
  const { _id: walletId } = await walletOf(victim);
  await rows('withdrawals').updateOne({ _id }, { $set: { walletId } });
  const location = `wallet:${walletId}:arbitrum:USDC`;
  await rows('reservations').updateOne({ 'operation.id': _id }, { $set: { walletId, location } });
  await expectNothingTaken();
});

test('a withdrawal that was changed is logged at each try to sign it', async () => {
  const { _id } = await accept(victim, 60_000_000n, loot);
  await rows('withdrawals').updateOne({ _id }, { $set: { destinationWallet: victim } });
  await stage.advance();
  expect(errorsOf(_id)).toEqual(['transfer: a record is not as the service wrote it']);
  await expectNothingTaken();
});

test('wallets that changed their accounts in the database sign for neither', async () => {
  const [own, other] = [await walletOf(thief), await walletOf(victim)];
  const give = (_id: string, accountId: string) => rows('wallets').updateOne({ _id }, { $set: { accountId } });
  await give(own._id, 'acc_nobody');
  await give(other._id, thief);
  await expect(accept(thief, 60_000_000n, loot)).rejects.toThrow('is not as the service wrote it');
  expect(errorsOf(other._id)).toEqual(['wallet: a record is not as the service wrote it']);
  await stage.round();
  await give(other._id, victim);
  await give(own._id, thief);
  await expectNothingTaken();
});

test('a paid withdrawal that is made to look unpaid is not paid again', async () => {
  const { _id } = await accept(victim, 60_000_000n, loot);
  await stage.round();
  expect(await stage.balance(loot)).toBe(60_000_000n);
  const again = { state: 'accepted', dueAt: stage.clock.now() };
  await rows('withdrawals').updateOne({ _id }, { $set: again });
  await rows('reservations').updateOne({ 'operation.id': _id }, { $set: { state: 'open' } });
  await rows('movements').deleteOne({ 'operation.id': _id });
  await rows('chain_transactions').deleteOne({ 'operation.id': _id });
  await stage.round();
  await stage.round();
  expect(await stage.balance(loot)).toBe(60_000_000n);
});

test.each([
  ['whose amount was raised', { amountMicroUsdc: 90_000_000n }],
  ['that has no reservation', {}],
])('a setup %s pays nothing', async (_how, change) => {
  const request = { accountId: victim, venue: 'hyperliquid', amountMicroUsdc: 60_000_000n, key: randomUUID() } as const;
  const { setup } = await stage.domain.setups.accept(request);
  await rows('setups').updateOne({ _id: setup._id }, { $set: { ...change, updatedAt: stage.clock.now() } });
  const reservation = { 'operation.id': setup._id };
  if ('amountMicroUsdc' in change) await rows('reservations').updateOne(reservation, { $set: change });
  else await rows('reservations').deleteOne(reservation);
  await expectNothingTaken();
});

test('a chain transaction that was inserted is neither signed nor paid for', async () => {
  const relayer = stage.domain.relays?.arbitrum.relayer;
  if (relayer === undefined) throw new Error('there is no relayer');
  const nonce = () => stage.arbitrum.client.getTransactionCount({ address: relayer.address });
  const before = await nonce();
  const _id = `tx_forged_${count}`;
  const now = stage.clock.now();
  await rows('chain_transactions').insertOne({
    ...{ _id, operation: { kind: 'withdrawal', id: `wd_forged_${count}` }, leg: 'transfer', chain: 'arbitrum' },
    ...{ to: loot, data: '0x' },
    ...{ validBefore: new Date(now.getTime() + 3_600_000), seal: 'f'.repeat(64), state: 'queued', attempts: [] },
    ...{ createdAt: now, dueAt: now },
  });
  await stage.round();
  expect(await rows('chain_transactions').findOne({ _id })).toMatchObject({ state: 'refused', attempts: [] });
  expect(await nonce()).toBe(before);
  expect(errorsOf(_id)).toEqual(['chain transaction: a record is not as the service wrote it']);
});

test('a withdrawal whose transaction was made to look done is not booked, and its money is free again in the end', async () => {
  const { _id } = await accept(victim, 60_000_000n, loot);
  await stage.advance();
  const inclusion = { hash: `0x${'1'.repeat(64)}`, blockNumber: 1, succeeded: true };
  await rows('chain_transactions').updateOne({ 'operation.id': _id }, { $set: { state: 'succeeded', inclusion } });
  await stage.round();
  expect(await stage.booked(victim)).toEqual({ balance: HELD, reserved: 60_000_000n });
  await stage.pass(31 * 60_000);
  await expectNothingTaken();
  expect(await withdrawalRow(_id)).toMatchObject({ state: 'failed' });
  expect(await stage.booked(victim)).toEqual({ balance: HELD, reserved: 0n });
});
