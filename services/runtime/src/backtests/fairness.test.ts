import { describe, expect, test } from '@jest/globals';
import { RoundRobin, type WaitingAccount } from './fairness.js';

function waiting(accountId: string, oldestQueuedId: string, usedSlots: number[] = []): WaitingAccount {
  return { accountId, oldestQueuedId, usedSlots };
}

describe('turns between accounts', () => {
  test('alternate, however many one account queues', () => {
    const turns = new RoundRobin(2);
    const served = ['bt_1', 'bt_2', 'bt_3', 'bt_4'].map((oldestOfA) => {
      const turn = turns.next([waiting('a', oldestOfA), waiting('b', 'bt_9')])!;
      turns.served(turn.accountId);
      return turn.accountId;
    });
    expect(served).toEqual(['a', 'b', 'a', 'b']);
  });

  test('go to a newcomer before those who were served', () => {
    const turns = new RoundRobin(2);
    turns.served('a');
    turns.served('b');
    expect(turns.next([waiting('b', 'bt_1'), waiting('a', 'bt_2'), waiting('c', 'bt_3')])?.accountId).toBe('c');
    expect(turns.next([waiting('b', 'bt_1'), waiting('a', 'bt_2')])?.accountId).toBe('a');
  });

  test('pass over an account whose slots are all held, and use the free one', () => {
    const turns = new RoundRobin(2);
    expect(turns.next([waiting('a', 'bt_1', [0, 1]), waiting('b', 'bt_2', [0])])).toEqual({
      accountId: 'b',
      backtestId: 'bt_2',
      slot: 1,
    });
    expect(turns.next([waiting('a', 'bt_1', [1, 0])])).toBeUndefined();
  });
});
