import { appendFile, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ProxiedBot } from '../testing/proxied-bot.js';
import { cloidPrefix } from './client-order-ids.js';

/** The journal beside the real sandbox venue: what is sent is on disk before, and what a kill leaves open is found out. */

let bot: ProxiedBot;

beforeEach(async () => {
  bot = await ProxiedBot.open();
});
afterEach(() => bot.close());

const lines = async (): Promise<{ kind: string; family?: string }[]> =>
  (await readFile(bot.file, 'utf8'))
    .split('\n')
    .filter((line) => line.length > 0)
    .map((line) => JSON.parse(line));
const orders = () => bot.journal?.state.orders() ?? [];

test('an order is written down with an id that names its deployment, and what became of it', async () => {
  expect(await bot.order()).toContain('resting');
  const [shown] = await bot.openOrders();
  expect(shown?.cloid).toMatch(new RegExp(`^${cloidPrefix('dep_1')}[0-9a-f]{16}$`));
  expect(orders()).toMatchObject([
    { cloid: shown?.cloid, oid: shown?.oid, deploymentId: 'dep_1', coin: 'ETH', side: 'buy', state: 'placed' },
  ]);
  expect((await lines()).map(({ kind }) => kind)).toEqual(['deployment', 'action', 'answer']);
});

test('orders that only reduce, cancels and leverages are written down too', async () => {
  await bot.act({ type: 'updateLeverage', asset: 1, isCross: true, leverage: 2 });
  await bot.order();
  const [shown] = await bot.openOrders();
  await bot.act({ type: 'cancel', cancels: [{ a: 1, o: shown?.oid }] });
  const families = (await lines()).flatMap(({ family }) => family ?? []);
  expect(families).toEqual(['updateLeverage', 'order', 'cancel']);
  expect(orders()).toMatchObject([{ isCancelled: true }]);
});

test('every order of a batch, and the one that replaces another, has an id of its own', async () => {
  const wires = await Promise.all([bot.wire({}), bot.wire({})]);
  await bot.act({ type: 'order', orders: wires, grouping: 'na' });
  const [first] = await bot.openOrders();
  await bot.act({ type: 'modify', oid: first?.oid, order: await bot.wire({ at: 0.6 }) });
  const ids = orders().map(({ cloid }) => cloid);
  expect(new Set(ids).size).toBe(3);
  expect((await bot.openOrders()).every(({ cloid }) => ids.includes(String(cloid)))).toBe(true);
});

test('an order with an id of the bot’s own is refused', async () => {
  expect(await bot.order({ cloid: `0x${'0c'.repeat(16)}` })).toContain('client order ids from the platform');
  expect(await bot.openOrders()).toEqual([]);
});

test('an order that the venue refuses is not open, and neither is one refused here', async () => {
  expect(await bot.order({ usd: 1 })).toContain('minimum value');
  expect(orders()).toMatchObject([{ state: 'ended' }]);
  expect(await bot.order({ usd: 1_000_000 })).toContain('capital');
  expect(orders()).toHaveLength(1);
});

test('an action that can’t be written down is not sent', async () => {
  await bot.journal?.close();
  expect(await bot.order()).toContain('could not be recorded');
  expect(await bot.openOrders()).toEqual([]);
});

describe('after a kill', () => {
  test('between journal and venue, the order is found to be absent, and is not sent again', async () => {
    bot.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'before_accept', scope: 'changes' });
    await bot.order();
    await bot.kill();
    await bot.start();
    expect(orders()).toMatchObject([{ state: 'unknown' }]);
    expect((await bot.look()).differences).toEqual([]);
    expect(orders()).toMatchObject([{ state: 'ended', oid: null }]);
    expect(await bot.openOrders()).toEqual([]);
  });

  test('between venue and answer, the order is found, and stands once', async () => {
    bot.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'after_accept', scope: 'changes' });
    await bot.order();
    await bot.kill();
    await bot.start();
    await bot.pass(10_000);
    const [shown, ...more] = await bot.openOrders();
    expect((await bot.look()).differences).toEqual([]);
    expect(orders()).toMatchObject([{ state: 'placed', oid: shown?.oid }]);
    expect(more).toEqual([]);
  });

  test('while the venue says nothing, the order is found out as well', async () => {
    bot.faults.inject({ venue: 'hyperliquid', kind: 'timeout', when: 'after_accept', scope: 'changes' });
    const answering = bot.order();
    while ((await bot.openOrders()).length === 0) await bot.pass(50);
    await bot.kill();
    await bot.start();
    expect(orders()).toMatchObject([{ state: 'sent' }]);
    await answering;
    expect((await bot.look()).differences).toEqual([]);
    expect(orders()).toMatchObject([{ state: 'placed' }]);
    expect(await bot.openOrders()).toHaveLength(1);
  });

  test('in the middle of a line, that line never counted', async () => {
    await bot.order();
    await bot.kill();
    await appendFile(bot.file, '{"kind":"action","atMs":17');
    await bot.start();
    expect(orders()).toHaveLength(1);
    expect(await bot.order()).toContain('resting');
    await bot.kill();
    await bot.start();
    expect(orders()).toHaveLength(2);
  });

  test('an order whose outcome is open counts beside the next one', async () => {
    bot.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'before_accept', scope: 'changes' });
    await bot.order({ usd: 14_000 });
    await bot.kill();
    await bot.start();
    expect(await bot.order({ usd: 14_000 })).toContain('capital');
    await bot.pass(9_000);
    expect(await bot.order({ usd: 14_000 })).toContain('resting');
  });
});

test.each([
  ['a line that is no entry', '{"kind":"something"}\n'],
  ['a line that is no JSON', 'torn\n'],
])('%s refuses to trade', async (_what, text) => {
  await bot.kill();
  await appendFile(bot.file, text);
  await expect(bot.start()).rejects.toThrow('of the journal');
});

test('a journal that is compacted says the same', async () => {
  bot.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'before_accept', scope: 'changes' });
  await bot.order();
  await bot.order({ at: 1.1, tif: 'Ioc' });
  await bot.look();
  await bot.order();
  const { journal } = bot;
  const before = journal?.state.snapshot();
  const filler = before?.find(({ kind }) => kind === 'deployment');
  if (filler === undefined) throw new Error('nothing is in the journal');
  await journal?.append(Array.from({ length: 6_000 }, () => filler));
  await journal?.append([]);
  expect((await readFile(bot.file)).length).toBeLessThan(10_000);
  expect(journal?.state.snapshot()).toEqual(before);
  await bot.kill();
  await bot.start();
  expect(bot.journal?.state.snapshot()).toEqual(before);
});
