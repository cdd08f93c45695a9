import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { mongo } from 'mongoose';
import { outlastOutage } from './store-outage.js';

class ImpatientClock extends ManualClock {
  waits = 0;
  override async sleep(): Promise<void> {
    this.waits += 1;
  }
}

const unreachable = new mongo.MongoNetworkError('connection closed');

test('a write is repeated until the store is back', async () => {
  const clock = new ImpatientClock(0);
  let attempts = 0;
  const write = async () => {
    attempts += 1;
    if (attempts < 4) throw unreachable;
    return 'written';
  };
  await expect(outlastOutage(clock, write)).resolves.toBe('written');
  expect(clock.waits).toBe(3);
});

test('a store that stays away is given up, and another error is not waited for', async () => {
  const clock = new ImpatientClock(0);
  await expect(outlastOutage(clock, () => Promise.reject(unreachable))).rejects.toBe(unreachable);
  expect(clock.waits).toBe(59);
  const bug = new TypeError('bug');
  await expect(outlastOutage(clock, () => Promise.reject(bug))).rejects.toBe(bug);
  expect(clock.waits).toBe(59);
});
