import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo, inTransaction } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { usdcOn } from '../chains/token.js';
import type { OperationReference } from '../operation-reference.js';
import { Ledger } from './ledger.js';
import { external, inTransit, inWallet } from './locations.js';

const clock = new ManualClock(1_700_000_000_000);
const PLENTY = 10n ** 30n;
let connection: Connection;
let ledger: Ledger;
let account = '';
let count = 0;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_ledger');
  await resetDatabase(connection);
  ledger = new Ledger(connection, createIdSource(clock, systemRandom), clock);
  await ledger.initialize();
});

beforeEach(() => {
  count += 1;
  account = `wal_${count}`;
});

afterAll(() => connection.close());

const wallet = () => inWallet(account, usdcOn('arbitrum'));
const operationOf = (kind: 'deposit' | 'withdrawal', id: string): OperationReference => ({
  kind,
  id: `${account}_${id}`,
});

function deposit(id: string, amountMicroUsdc: bigint) {
  return inTransaction(connection, (session) =>
    ledger.post(
      {
        accountId: 'acc_1',
        walletId: account,
        operation: operationOf('deposit', id),
        step: 'confirm',
        postings: [
          { location: external(usdcOn('arbitrum')), amountMicroUsdc: -amountMicroUsdc },
          { location: wallet(), amountMicroUsdc },
        ],
      },
      session,
    ),
  );
}

function reserve(id: string, amountMicroUsdc: bigint, finalChainMicroUsdc = PLENTY) {
  const request = {
    accountId: 'acc_1',
    operation: operationOf('withdrawal', id),
    leg: 'send',
    location: wallet(),
    amountMicroUsdc,
  };
  return inTransaction(connection, (session) => ledger.reserve({ ...request, finalChainMicroUsdc }, session));
}

function consume(id: string, amountMicroUsdc: bigint) {
  const movement = {
    accountId: 'acc_1',
    walletId: account,
    operation: operationOf('withdrawal', id),
    step: 'send',
    postings: [
      { location: wallet(), amountMicroUsdc: -amountMicroUsdc },
      { location: inTransit(id, usdcOn('arbitrum')), amountMicroUsdc },
    ],
  };
  return inTransaction(connection, (session) => ledger.consume(movement, session));
}

const release = (id: string) =>
  inTransaction(connection, (session) =>
    ledger.release({ operation: operationOf('withdrawal', id), leg: 'send' }, session),
  );

describe('a movement', () => {
  test('is posted once, however often and by how many at once', async () => {
    const posted = await Promise.all(Array.from({ length: 20 }, () => deposit('d', 5n)));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await ledger.balance(wallet())).toBe(5n);
  });

  test('keeps the last millionth of amounts beyond 2^53', async () => {
    await deposit('d1', 9_007_199_254_740_993n);
    await deposit('d2', 9_007_199_254_740_992n);
    expect(await ledger.balance(wallet())).toBe(18_014_398_509_481_985n);
  });

  test('that does not sum to zero is refused', async () => {
    const postings = [{ location: wallet(), amountMicroUsdc: 1n }];
    const post = inTransaction(connection, (session) =>
      ledger.post(
        { accountId: 'acc_1', walletId: account, operation: operationOf('deposit', 'd'), step: 'confirm', postings },
        session,
      ),
    );
    await expect(post).rejects.toThrow(/does not sum to zero/);
    expect(await ledger.balance(wallet())).toBe(0n);
  });
});

describe('a reservation', () => {
  test('of twenty at once that only three can have goes to three', async () => {
    await deposit('d', 30n);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => reserve(String(index), 10n)));
    const refused = tries.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(17);
    expect(refused).toEqual(
      refused.map(() =>
        expect.objectContaining({
          reason: expect.objectContaining({ code: 'insufficient_held_balance', details: { available_usd: '0.00' } }),
        }),
      ),
    );
    expect(await ledger.spendable(wallet(), PLENTY)).toBe(0n);
  });

  test('never exceeds what the chain finally holds', async () => {
    await deposit('d', 30n);
    await expect(reserve('w', 21n, 20n)).rejects.toMatchObject({ code: 'insufficient_held_balance' });
    await reserve('w', 20n, 20n);
  });

  test('asked for again by its operation holds once', async () => {
    await deposit('d', 30n);
    await reserve('w', 20n);
    await reserve('w', 20n);
    expect(await ledger.spendable(wallet(), PLENTY)).toBe(10n);
  });

  test('that is consumed moves its money once, and can not be freed after', async () => {
    await deposit('d', 30n);
    await reserve('w', 20n);
    await consume('w', 20n);
    await consume('w', 20n);
    expect(await ledger.balance(wallet())).toBe(10n);
    expect(await ledger.spendable(wallet(), PLENTY)).toBe(10n);
    await expect(release('w')).rejects.toThrow(/consumed/);
  });

  test('that is released is free again, and can not be consumed after', async () => {
    await deposit('d', 30n);
    await reserve('w', 20n);
    await release('w');
    await release('w');
    expect(await ledger.spendable(wallet(), PLENTY)).toBe(30n);
    await expect(consume('w', 20n)).rejects.toThrow(/released/);
    expect(await ledger.balance(wallet())).toBe(30n);
  });

  test('is refused while the wallet is fenced, and given when an operator has lifted it', async () => {
    await deposit('d', 30n);
    await ledger.books.fence(wallet(), 'test');
    await expect(reserve('w', 1n)).rejects.toMatchObject({
      code: 'wallet_upstream_unavailable',
      details: { reason: 'balance_under_review' },
    });
    await ledger.books.liftFence(wallet());
    await reserve('w', 1n);
  });
});
