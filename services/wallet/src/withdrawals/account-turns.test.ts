import { expect, test } from '@jest/globals';
import { AccountTurns } from './account-turns.js';

test('an account does one thing at a time, in order, also after a failure; other accounts do not wait', async () => {
  const turns = new AccountTurns();
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = turns.run('acc_1', 'key-1', async () => {
    await gate;
    done.push('first');
    throw new Error('no');
  });
  const second = turns.run('acc_1', 'key-2', async () => void done.push('second'));
  await turns.run('acc_2', 'key-3', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});

test('the twenty-first that waits is refused with when to come back, and the next after that is not', async () => {
  const turns = new AccountTurns();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 20 }, (_, key) => turns.run('acc_1', `key-${key}`, () => gate));
  const refused = { code: 'rate_limited', details: { retry_after_seconds: 60 } };
  await expect(turns.run('acc_1', 'key-5', () => gate)).rejects.toMatchObject(refused);
  open();
  await Promise.all(waiting);
  await turns.run('acc_1', 'key-6', () => gate);
});

test('what is under way can be waited for by its key, and is gone when it is over', async () => {
  const turns = new AccountTurns();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = turns.run('acc_1', 'key-1', () => gate);
  expect([turns.underWay('acc_1', 'key-2'), turns.underWay('acc_2', 'key-1')]).toEqual([undefined, undefined]);
  const same = turns.underWay('acc_1', 'key-1');
  open();
  await Promise.all([first, same]);
  expect(same).toBeInstanceOf(Promise);
  expect(turns.underWay('acc_1', 'key-1')).toBeUndefined();
});

test('of two hundred requests in hand one more is refused before anything is done for it, and other accounts are not', async () => {
  const turns = new AccountTurns();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const inHand = Array.from({ length: 200 }, () => turns.admit('acc_1', () => gate));
  let isBegun = false;
  const begin = async () => {
    isBegun = true;
  };
  const refused = { code: 'rate_limited', details: { retry_after_seconds: 60 } };
  await expect(turns.admit('acc_1', begin)).rejects.toMatchObject(refused);
  expect(isBegun).toBe(false);
  await turns.admit('acc_2', begin);
  open();
  await Promise.all(inHand);
  const failing = () => turns.admit('acc_1', () => Promise.reject(new Error('no')));
  for (let count = 0; count < 201; count += 1) await expect(failing()).rejects.toThrow('no');
});
