import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@platform/keys/tokens/testing';
import { signerOf } from '@platform/venues/hyperliquid/codec';
import { isHex } from 'viem';
import { z } from 'zod';
import { usdcOn } from '../chains/token.js';
import { inWallet } from '../ledger/locations.js';
import { openStage, type Stage } from '../testing/stage.js';
import type { WalletRecord } from '../wallets/model.js';

/** Two funded wallets of one account: money, fences, setups and signatures belong to each wallet alone. */

const ACCOUNT = 'acc_two';
const venue = 'hyperliquid';
const action = { type: 'cancel' as const, cancels: [{ a: 0, o: 1 }] };
const hex = z.custom<`0x${string}`>((value) => isHex(value));
const Signature = z.object({ r: hex, s: hex, v: z.literal([27, 28]) });
const caller = { kind: 'workload', workload: 'execution', accountId: ACCOUNT, cause: 'execution exe_1' } as const;
const context = { caller, token: '', requestId: 'r1', isGivenUp: () => false };

let stage: Stage;
let first: WalletRecord;
let second: WalletRecord;

beforeAll(async () => {
  stage = await openStage('test_wallet_two');
  first = await stage.domain.wallets.primary(ACCOUNT);
  second = await stage.domain.wallets.add(ACCOUNT);
  await stage.pay(first.address, 100_000_000n);
  await stage.pay(second.address, 70_000_000n);
});

afterAll(() => stage.close());

const booked = ({ _id }: WalletRecord) => stage.domain.ledger.balance(inWallet(_id, usdcOn('arbitrum')));

test('each has what was paid to it, and neither is fenced', async () => {
  expect([await booked(first), await booked(second)]).toEqual([100_000_000n, 70_000_000n]);
  for (let round = 0; round < 4; round += 1) {
    await stage.domain.networks.arbitrum.comparison.check();
    await stage.round();
  }
  expect(await stage.domain.ledger.books.fenced()).toEqual([]);
});

test('the fence of one does not hold the other', async () => {
  await stage.domain.ledger.books.fence(inWallet(second._id, usdcOn('arbitrum')), 'test');
  const request = { accountId: ACCOUNT, venue, amountMicroUsdc: 60_000_000n, key: randomUUID() } as const;
  await expect(stage.domain.setups.accept(request)).resolves.toMatchObject({ replayed: false });
  await stage.domain.ledger.books.liftFence(inWallet(second._id, usdcOn('arbitrum')));
});

test('one is set up at the venue and the other is not', async () => {
  stage.venue.equity.set(first.address.toLowerCase(), '60.0');
  const resolve = (address?: string) =>
    stage.handlers.ResolveTradingWallet({ accountId: ACCOUNT, venue, ...(address && { address }) }, context);
  expect([await resolve(), await resolve(first.address)]).toEqual([
    { address: first.address },
    { address: first.address },
  ]);
  await expect(resolve(second.address)).rejects.toMatchObject({
    code: 'account_not_ready',
    details: { venue, setup: null },
  });
  stage.venue.equity.set(second.address.toLowerCase(), '1.0');
  expect(await resolve(second.address)).toEqual({ address: second.address });
});

test('each has holdings of its own, read by its address, and the primary one’s where none is named', async () => {
  const user = { ...context, caller: testUser(ACCOUNT) };
  const asked = async (accountAddress?: string) => {
    const before = stage.venue.asked.length;
    const request = { venue, ...(accountAddress && { accountAddress }) };
    await stage.handlers.ListPositions(request, user);
    await stage.handlers.ListOpenOrders(request, user);
    return stage.venue.asked.slice(before).map((address) => address.toLowerCase());
  };
  const twice = ({ address }: WalletRecord) => [address.toLowerCase(), address.toLowerCase()];
  expect([await asked(), await asked(second.address)]).toEqual([twice(first), twice(second)]);
  const stranger = { ...context, caller: testUser('acc_other') };
  const request = { venue, accountAddress: second.address };
  for (const read of [stage.handlers.ListPositions, stage.handlers.ListOpenOrders])
    await expect(read(request, stranger)).rejects.toMatchObject({ code: 'account_not_owned' });
});

test('each is read with its own address, its own money and what it received', async () => {
  const user = { ...context, caller: testUser(ACCOUNT) };
  const read = async (accountAddress?: string) => {
    const request = accountAddress === undefined ? {} : { accountAddress };
    const { wallet } = await stage.handlers.GetWallet(request, user);
    const { deposits } = await stage.handlers.ListDeposits({ ...request, limit: 9 }, user);
    const sent = { addresses: [wallet?.address, wallet?.deposit?.address], held: wallet?.balance?.heldUsd };
    return { ...sent, deposits: deposits?.map(({ amountUsd }) => amountUsd).sort() };
  };
  const both = (address: string) => [address, address];
  expect(await read(second.address)).toEqual({ addresses: both(second.address), held: '70.00', deposits: ['70.00'] });
  expect(await read()).toEqual({ addresses: both(first.address), held: '100.00', deposits: ['100.00', '70.00'] });
  const stranger = { ...context, caller: testUser('acc_other') };
  const foreign = { accountAddress: second.address };
  await expect(stage.handlers.GetWallet(foreign, stranger)).rejects.toMatchObject({ code: 'account_not_owned' });
  await expect(stage.handlers.ListDeposits({ ...foreign, limit: 9 }, stranger)).rejects.toMatchObject({
    code: 'account_not_owned',
  });
});

test('each is set up with its own money, under a key that names no other wallet', async () => {
  const user = { ...context, caller: testUser(ACCOUNT) };
  const idempotencyKey = randomUUID();
  const request = { venue, amountUsd: '55.00', idempotencyKey };
  const accepted = await stage.domain.setups.accept({
    ...{ accountId: ACCOUNT, venue, amountMicroUsdc: 55_000_000n, key: idempotencyKey },
    accountAddress: second.address.toLowerCase(),
  });
  expect(accepted).toMatchObject({ replayed: false, setup: { walletId: second._id } });
  const again = await stage.handlers.SetUpVenue({ ...request, accountAddress: second.address }, user);
  expect(again).toMatchObject({ replayed: true, operation: { id: accepted.setup._id } });
  await expect(stage.handlers.SetUpVenue(request, user)).rejects.toMatchObject({ code: 'idempotency_key_conflict' });
  const stranger = { ...context, caller: testUser('acc_other') };
  const foreign = { ...request, idempotencyKey: randomUUID(), accountAddress: second.address };
  await expect(stage.handlers.SetUpVenue(foreign, stranger)).rejects.toMatchObject({ code: 'account_not_owned' });
  const { wallet } = await stage.handlers.GetWallet({ accountAddress: second.address }, user);
  expect(wallet?.venues?.hyperliquid?.operation).toMatchObject({ id: accepted.setup._id });
});

test('each signs by its address, and the primary one where none is named', async () => {
  const sign = async (address?: string) => {
    const asked = { accountId: ACCOUNT, venue, actionJson: JSON.stringify(action), userToken: ACCOUNT };
    const request = { ...asked, ...(address && { address }) };
    const { signatureJson, nonce, ...signed } = await stage.handlers.SignAction(request, context);
    const signature = Signature.parse(JSON.parse(signatureJson ?? ''));
    const signer = await signerOf({ action, nonce: Number(nonce), expiresAfter: undefined, signature });
    return { named: signed.address, signer };
  };
  const by = ({ address }: WalletRecord) => ({ named: address, signer: address.toLowerCase() });
  expect([await sign(), await sign(first.address), await sign(second.address)]).toEqual([first, first, second].map(by));
});
