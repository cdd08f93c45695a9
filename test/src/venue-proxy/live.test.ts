import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CAPITAL_USD } from './bot.js';
import { ProxiedAccount } from './proxied-account.js';

/** freqtrade as it comes, live, with a key that has no power at the venue. */

const TEST_MS_MAX = 300_000;
let proxied: ProxiedAccount;

beforeAll(async () => {
  proxied = await ProxiedAccount.open();
}, TEST_MS_MAX);

afterAll(() => proxied[Symbol.asyncDispose]());

test(
  'a live bot opens and closes a position through its proxy',
  async () => {
    const bot = await proxied.startBot(await proxied.startProxy(), 'round_trip', 'RoundTrip');
    await bot.until(async () => (await proxied.read('userFills')).length >= 2);
    await bot.stop();
    const fills = await proxied.read('userFills');
    expect(fills).toMatchObject([
      { coin: 'ETH', dir: 'Close Long', side: 'A' },
      { coin: 'ETH', dir: 'Open Long', side: 'B' },
    ]);
    expect(fills[0].sz).toBe(fills[1].sz);
    expect(Number(fills[1].sz) * Number(fills[1].px)).toBeLessThanOrEqual(CAPITAL_USD);
    expect((await proxied.read('clearinghouseState')).assetPositions).toEqual([]);
  },
  TEST_MS_MAX,
);

describe('a strategy that takes its bot’s key', () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  let outcomes: any;
  let before: Record<string, unknown>;
  const accountReads = ['clearinghouseState', 'frontendOpenOrders', 'userFills', 'extraAgents', 'maxBuilderFee'];
  const standing = async () => {
    const reads = await Promise.all(
      [...accountReads, 'userNonFundingLedgerUpdates', 'historicalOrders', 'activeAssetData'].map(async (type) => [
        type,
        await proxied.read(type).catch(() => null),
      ]),
    );
    const { clearinghouseState, ...others } = Object.fromEntries(reads);
    const { time: _, ...account } = clearinghouseState;
    return { ...others, account };
  };

  beforeAll(async () => {
    const proxy = await proxied.startProxy();
    before = await standing();
    const bot = await proxied.startBot(proxy, 'thief', 'Thief');
    outcomes = await bot.outcomes();
    await bot.stop();
  }, TEST_MS_MAX);

  test('has it', () => expect(outcomes.key).toBe(proxied.botKey));

  test.each([
    ['withdraw3', 'This bot may not do withdraw3.'],
    ['usdSend', 'This bot may not do usdSend.'],
    ['approveAgent', 'This bot may not do approveAgent.'],
    ['pair', 'This bot may not trade this asset.'],
    ['capital', 'This bot’s capital does not cover this order.'],
    ['leverage', 'This bot may set a leverage of 1.'],
    ['vault', 'Vault not registered'],
    ['builder', 'This bot’s orders carry the builder fee of the platform.'],
  ])('is refused by the proxy: %s', (what, reason) => expect(outcomes.proxy[what]).toContain(reason));

  test.each(['withdraw3', 'usdSend', 'approveAgent'])('is nobody at the venue: %s', (what) =>
    expect(outcomes.venue[what]).toMatch(/Must deposit before performing actions\. User: 0x[0-9a-f]{40}/),
  );

  test.each(['pair', 'capital', 'leverage', 'builder'])('is no agent at the venue: %s', (what) =>
    expect(outcomes.venue[what]).toMatch(/User or API Wallet 0x[0-9a-f]{40} does not exist/),
  );

  test('does not see another account', () => expect(outcomes.another_account).toContain('This bot may not read this.'));

  test('leaves the account unharmed', async () => expect(await standing()).toEqual(before));

  test('finds no key in what the proxy logged', () => {
    expect(proxied.proxyLog).toContain('refused an action');
    expect(proxied.proxyLog).not.toContain(proxied.botKey.slice(2));
    // Nor any other 32 bytes in hexadecimal, such as the agent's.
    expect(proxied.proxyLog).not.toMatch(/[0-9a-fA-F]{64}/);
  });
});
