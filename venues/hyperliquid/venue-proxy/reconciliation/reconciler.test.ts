import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { standingSchema } from '../../../live-bots/index.js';
import { ProxiedBot } from '../testing/proxied-bot.js';

/** What the venue does, and its account's owner by hand, beside what the journal says: each difference comes and goes. */

let bot: ProxiedBot;

beforeEach(async () => {
  bot = await ProxiedBot.open();
});
afterEach(() => bot.close());

const cancelAll = async () =>
  bot.byHand({ type: 'cancel', cancels: (await bot.openOrders()).map(({ oid }) => ({ a: 1, o: oid })) });
const handOrder = async (order: Parameters<ProxiedBot['wire']>[0]) =>
  bot.byHand({ type: 'order', orders: [await bot.wire(order)], grouping: 'na' });
/** An order that fills at once. */
const AT_MARKET = { at: 1.02, tif: 'Ioc' } as const;
const SOLD = { buy: false, at: 0.98, tif: 'Ioc' } as const;

test('a bot whose orders rest, fill and are cancelled differs in nothing', async () => {
  await bot.order();
  await bot.order({ ...AT_MARKET, size: '0.5' });
  await bot.order({ buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' });
  const standing = await bot.look();
  expect(standing).toMatchObject({
    deploymentId: 'dep_1',
    positions: [{ coin: 'ETH', size: '0.5' }],
    orders: expect.arrayContaining([
      expect.objectContaining({ side: 'buy', isTrigger: false, reduceOnly: false }),
      expect.objectContaining({ side: 'sell', isTrigger: true, reduceOnly: true }),
    ]),
    differences: [],
  });
  expect(standing.fillsCount).toBeGreaterThan(0);
  const [first] = await bot.openOrders();
  await bot.act({ type: 'cancel', cancels: [{ a: 1, o: first?.oid }] });
  await bot.order({ ...SOLD, size: '0.5', reduceOnly: true });
  expect((await bot.look()).differences).toEqual([]);
  await bot.kill();
  await bot.start();
  const again = await bot.look();
  expect(again).toMatchObject({ positions: [], differences: [] });
  expect(again.fillsCount).toBeGreaterThan(standing.fillsCount);
});

test('the answer is what readers expect of it', async () => {
  expect(standingSchema.parse(bot.standing())).toMatchObject({ asOfMs: null, bots: [{ positions: [], orders: [] }] });
  await bot.order();
  await bot.look();
  const standing = standingSchema.parse(bot.standing());
  expect(standing.asOfMs).toBeGreaterThan(standing.agentIssuedAtMs);
});

test('an order placed by hand is named until it is gone', async () => {
  await bot.look();
  await handOrder({});
  expect((await bot.look()).differences).toMatchObject([
    { kind: 'foreign_order', coin: 'ETH', text: expect.stringContaining('did not place rests at the venue: buy') },
  ]);
  await cancelAll();
  expect(await bot.differences()).toEqual([]);
});

describe('a stop that vanished', () => {
  beforeEach(async () => {
    await bot.order({ ...AT_MARKET, size: '0.5' });
    await bot.order({ buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' });
    await bot.look();
    await cancelAll();
    expect((await bot.look()).differences).toMatchObject([
      { kind: 'order_vanished', coin: 'ETH', text: expect.stringContaining('it did not fill') },
    ]);
  });

  test('is named by a restarted proxy too, until there is another one', async () => {
    await bot.kill();
    await bot.start();
    expect(await bot.differences()).toEqual(['order_vanished']);
    await bot.order({ buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' });
    expect(await bot.differences()).toEqual([]);
  });

  test('is named until there is no position to guard', async () => {
    await bot.order({ ...SOLD, size: '0.5', reduceOnly: true });
    expect(await bot.differences()).toEqual([]);
  });

  test('is what the bot begins with when it starts again', async () => {
    await bot.startBotAgain();
    expect(await bot.differences()).toEqual([]);
  });
});

test('an entry that was cancelled by hand is named until the bot has noticed', async () => {
  await bot.look();
  await bot.order();
  const [placed] = await bot.openOrders();
  await cancelAll();
  expect(await bot.differences()).toEqual(['order_vanished']);
  await bot.act({ type: 'cancel', cancels: [{ a: 1, o: placed?.oid }] });
  expect(await bot.differences()).toEqual([]);
});

test('a stop that the venue ends with its position is no difference', async () => {
  await bot.order({ ...AT_MARKET, size: '0.5' });
  await bot.order({ buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' });
  await bot.order({ ...SOLD, size: '0.5', reduceOnly: true });
  expect(await bot.openOrders()).toEqual([]);
  expect(await bot.differences()).toEqual([]);
});

describe('a position', () => {
  test('that was closed by hand is named until it is as the bot’s fills made it', async () => {
    await bot.order({ ...AT_MARKET, size: '0.5' });
    await bot.look();
    await handOrder({ ...SOLD, size: '0.2' });
    expect((await bot.look()).differences).toMatchObject([
      { kind: 'position_unexplained', text: "The position in ETH is 0.3; the bot's fills make it 0.5." },
    ]);
    await bot.pass(60_000);
    expect(await bot.differences()).toEqual(['position_unexplained']);
    await handOrder({ ...AT_MARKET, size: '0.2' });
    expect(await bot.differences()).toEqual([]);
  });

  test('that was closed by hand as a whole is named once, and what the bot buys next is explained', async () => {
    await bot.order({ ...AT_MARKET, size: '0.5' });
    await bot.look();
    await handOrder({ ...SOLD, size: '0.5' });
    expect((await bot.look()).differences).toMatchObject([
      { kind: 'position_unexplained', text: "The position in ETH is 0; the bot's fills make it 0.5." },
    ]);
    expect(await bot.differences()).toEqual([]);
    await bot.order({ ...AT_MARKET, size: '0.3' });
    expect(await bot.differences()).toEqual([]);
    await bot.kill();
    await bot.start();
    expect(await bot.differences()).toEqual([]);
  });

  test('that was opened by hand is named, and not once the bot starts again with it', async () => {
    await bot.look();
    await handOrder({ ...AT_MARKET, size: '0.2' });
    expect(await bot.differences()).toEqual(['position_unexplained']);
    await bot.startBotAgain();
    expect(await bot.differences()).toEqual([]);
  });

  test('from before the bot’s start is no difference', async () => {
    await handOrder({ ...AT_MARKET, size: '0.2' });
    await bot.pass(1_000);
    expect(await bot.differences()).toEqual([]);
  });

  test('that the venue liquidated is named until the bot starts again', async () => {
    await bot.order({ ...AT_MARKET, size: '0.5' });
    await bot.order({ buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' });
    await bot.look();
    bot.faults.inject({ ...bot.ofOwner, kind: 'liquidation' });
    await bot.pass(2_000);
    const { positions, differences } = await bot.look();
    expect([positions, differences.map(({ kind }) => kind)]).toEqual([[], ['liquidation']]);
    await bot.startBotAgain();
    expect(await bot.differences()).toEqual([]);
  });
});

test('what was done by hand just before a bot’s start is what it begins with, though reads lag', async () => {
  const harsh = await ProxiedBot.open('harsh');
  try {
    await harsh.look();
    await harsh.byHand({ type: 'order', orders: [await harsh.wire({ ...AT_MARKET, size: '0.2' })], grouping: 'na' });
    await harsh.startBotAgain();
    for (let looks = 0; looks < 4; looks += 1) expect((await harsh.lookNow())?.differences).toEqual([]);
    expect((await harsh.look()).positions).toEqual([{ coin: 'ETH', size: '0.2' }]);
  } finally {
    await harsh.close();
  }
});

test('two bots of one account are shown apart', async () => {
  const other = { deploymentId: 'dep_2', bot: `0x${'0b'.repeat(20)}`, coins: ['BTC'] };
  await bot.serve([bot.limits(), bot.limits(other)]);
  await bot.order({ ...AT_MARKET, size: '0.5' });
  await bot.look();
  const btc = { a: 0, b: true, p: '50000', s: '0.01', r: false, t: { limit: { tif: 'Gtc' } } };
  expect(await bot.byHand({ type: 'order', orders: [btc], grouping: 'na' })).toContain('resting');
  await bot.look();
  expect(bot.standing()?.bots).toMatchObject([
    { deploymentId: 'dep_1', positions: [{ coin: 'ETH', size: '0.5' }], orders: [], differences: [] },
    {
      ...{ deploymentId: 'dep_2', positions: [], orders: [{ coin: 'BTC', side: 'buy', cloid: null }], fillsCount: 0 },
      differences: [{ kind: 'foreign_order', coin: 'BTC' }],
    },
  ]);
});

describe('an order of unknown outcome', () => {
  test('that the venue filled later is found, and stands once', async () => {
    bot.faults.inject({ ...bot.ofVenue, kind: 'err_late', seconds: 2 });
    expect(await bot.order({ ...AT_MARKET, size: '0.5' })).toContain('Internal error.');
    expect(await bot.read('userFills')).toEqual([]);
    await bot.pass(10_000);
    expect(await bot.look()).toMatchObject({ positions: [{ coin: 'ETH', size: '0.5' }], differences: [] });
    expect(bot.journal?.state.unresolved()).toEqual([]);
    expect(bot.journal?.state.orders()).toHaveLength(1);
  });

  test('is named while the venue can’t be asked, and not a moment before it should be known', async () => {
    bot.faults.inject({ ...bot.ofVenue, kind: 'server_error', when: 'after_accept' });
    expect(await bot.order()).toContain('Bad Gateway');
    await bot.look();
    bot.faults.inject({ ...bot.ofVenue, kind: 'server_error', scope: 'all', count: 1_000 });
    await bot.pass(5_000);
    await expect(bot.resolveUnknown()).rejects.toThrow();
    expect(bot.standing()?.bots[0]?.differences).toEqual([]);
    await bot.pass(20_000);
    expect(bot.standing()?.bots[0]?.differences).toMatchObject([
      { kind: 'outcome_unknown', coin: 'ETH', text: expect.stringContaining('Nobody knows yet') },
    ]);
    bot.faults.clear();
    await bot.resolveUnknown();
    expect(bot.standing()?.bots[0]?.differences).toEqual([]);
  });

  test('in the middle of a change of a stop leaves one stop', async () => {
    const stop = { buy: false, at: 0.9, isStop: true, reduceOnly: true, size: '0.5' };
    await bot.order({ ...AT_MARKET, size: '0.5' });
    await bot.order(stop);
    const [first] = await bot.openOrders();
    await bot.act({ type: 'cancel', cancels: [{ a: 1, o: first?.oid }] });
    bot.faults.inject({ ...bot.ofVenue, kind: 'server_error', when: 'after_accept' });
    await bot.order({ ...stop, at: 0.91 });
    await bot.pass(10_000);
    expect((await bot.look()).differences).toEqual([]);
    expect(await bot.openOrders()).toHaveLength(1);
    expect(bot.journal?.state.unresolved()).toEqual([]);
  });
});

test('orders are sent once, however often and wherever answers are lost', async () => {
  const kinds = ['timeout', 'disconnect', 'server_error', 'err_late', 'err_timeout', 'malformed'] as const;
  for (const [index, kind] of kinds.entries()) {
    const when = index % 2 === 0 ? 'after_accept' : 'before_accept';
    bot.faults.inject({ ...bot.ofVenue, kind, when });
    await bot.order({ usd: 50 + index });
    await bot.kill();
    await bot.start();
  }
  await bot.pass(10_000);
  expect(await bot.differences()).toEqual([]);
  const cloids = (await bot.openOrders()).map(({ cloid }) => cloid);
  expect(new Set(cloids).size).toBe(cloids.length);
  const placed = bot.journal?.state.orders().filter(({ state }) => state === 'placed') ?? [];
  expect(placed.map(({ cloid }) => cloid).sort()).toEqual(cloids.sort());
  expect(bot.journal?.state.unresolved()).toEqual([]);
});

test('an agent that the venue has ended leaves the bot’s orders refused, and nothing in doubt', async () => {
  bot.faults.inject({ ...bot.ofOwner, kind: 'agent_ended' });
  await bot.pass(2_000);
  expect(await bot.order()).toMatch(/User or API Wallet 0x[0-9a-f]{40} does not exist/);
  expect(bot.journal?.state.unresolved()).toEqual([]);
  expect(await bot.differences()).toEqual([]);
});
