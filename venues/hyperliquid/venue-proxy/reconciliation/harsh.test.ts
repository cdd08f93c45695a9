import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ProxiedBot, type TestOrder } from '../testing/proxied-bot.js';

/** A bot that trades at random at a venue that lags, loses answers and breaks, behind a proxy that is killed: no difference is ever untrue. */

const STEPS = 80;
const SEED = 7;
const SIZE = '0.1';
const STOP: TestOrder = { buy: false, at: 0.9, isStop: true, reduceOnly: true, size: SIZE };

/** What may happen next. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('buy' as const) },
  { weight: 3, arbitrary: fc.constant('sell' as const) },
  { weight: 3, arbitrary: fc.constant('rest' as const) },
  { weight: 3, arbitrary: fc.constant('stop' as const) },
  { weight: 4, arbitrary: fc.constant('cancel' as const) },
  { weight: 6, arbitrary: fc.constant('look' as const) },
  { weight: 2, arbitrary: fc.constant('wait' as const) },
  { weight: 1, arbitrary: fc.constant('kill' as const) },
);

async function perform(bot: ProxiedBot, what: string): Promise<void> {
  if (what === 'buy') await bot.order({ at: 1.02, tif: 'Ioc', size: SIZE });
  else if (what === 'sell') await bot.order({ buy: false, at: 0.98, tif: 'Ioc', size: SIZE, reduceOnly: true });
  else if (what === 'rest') await bot.order({ at: 0.8, size: SIZE });
  else if (what === 'stop') await bot.order(STOP);
  else if (what === 'cancel') {
    const [first] = await bot.openOrders();
    if (first !== undefined) await bot.act({ type: 'cancel', cancels: [{ a: 1, o: first.oid }] });
  } else if (what === 'look') await bot.lookNow();
  else if (what === 'wait') await bot.pass(10_000);
  else {
    await bot.kill();
    await bot.start();
  }
}

test('journal and venue agree at every look, and at the end no order is in doubt', async () => {
  const bot = await ProxiedBot.open('harsh');
  try {
    const steps = fc.sample(step, { seed: SEED, numRuns: STEPS });
    for (const [index, what] of steps.entries()) {
      await perform(bot, what);
      await bot.resolveUnknown();
      const told = bot.standing()?.bots[0]?.differences;
      expect({ index, what, told }).toEqual({ index, what, told: [] });
    }
    await bot.pass(15_000);
    expect(await bot.differences()).toEqual([]);
    expect(bot.journal?.state.unresolved()).toEqual([]);
    const open = (await bot.openOrders()).map(({ cloid }) => cloid).sort();
    await bot.look();
    const placed = bot.journal?.state.orders().filter(({ state }) => state === 'placed') ?? [];
    expect(placed.map(({ cloid }) => cloid).sort()).toEqual(open);
    const fills = await bot.read<{ cloid: string }[]>('userFills');
    expect(fills.length).toBeGreaterThan(5);
    expect((await bot.look()).fillsCount).toBe(fills.length);
  } finally {
    await bot.close();
  }
}, 300_000);
