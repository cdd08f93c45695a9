import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ProxiedBot } from '../testing/proxied-bot.js';
import { ReconciliationRounds } from './rounds.js';

/** When the venue is looked at, told by the time of the standing. */

let bot: ProxiedBot;
let rounds: ReconciliationRounds;

beforeEach(async () => {
  bot = await ProxiedBot.open();
  if (bot.reconciler === undefined) throw new Error('no proxy runs');
  rounds = new ReconciliationRounds(bot.reconciler, bot.clock);
});
afterEach(() => bot.close());

/** Goes through a round; returns whether it looked. */
const looked = async () => {
  const before = bot.standing()?.asOfMs;
  await bot.until(rounds.round());
  return bot.standing()?.asOfMs !== before;
};

test('the venue is looked at first at once, then each minute', async () => {
  expect([await looked(), await looked()]).toEqual([true, false]);
  await bot.pass(58_000);
  expect(await looked()).toBe(false);
  await bot.pass(2_000);
  expect([await looked(), await looked()]).toEqual([true, false]);
});

test('it is looked at soon after a reconnect, however many there are', async () => {
  await looked();
  for (let count = 0; count < 3; count += 1) rounds.soon();
  expect(await looked()).toBe(false);
  await bot.pass(20_000);
  expect([await looked(), await looked()]).toEqual([true, false]);
});

test('a look that fails leaves the former one, and is repeated after a rest', async () => {
  await looked();
  const before = bot.standing();
  await bot.pass(60_000);
  bot.faults.inject({ ...bot.ofVenue, kind: 'rate_limit', scope: 'all', count: 100 });
  await expect(looked()).rejects.toThrow();
  expect(bot.standing()).toEqual(before);
  bot.faults.clear();
  await bot.pass(1_000);
  expect(await looked()).toBe(false);
  await bot.pass(20_000);
  expect(await looked()).toBe(true);
});
