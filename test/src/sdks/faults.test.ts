// Why: docs/decisions/edge/sdks.md
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, sampled, seedFor } from '@platform/kit/sampling';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Deployments } from '../deployments/deployments.js';
import { traders } from '../deployments/strategies.js';
import { Customer, type Withdrawal } from '../money/customer.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { FaultProxy } from './fault-proxy.js';
import { sdks } from './installed.js';

const TEST_MS_MAX = 1_500_000;
/** One call in five meets a fault. */
const FAULTS = { lostBefore: 0.1, lostAfter: 0.1 };
const CALLS = isSampling ? 100 : 1_000;
/** Of five calls two are orders. */
const ORDERS = (CALLS / 5) * 2;
const HELD_USD = 1_000;
const SETUPS = ['400.00', '450.00'];
const WITHDRAWALS = isSampling ? 1 : 3;
const PAGE = 100;
const drawn = sampled({ name: 'sdks under faults', cases: sdks, nameOf: ([name]) => name, count: 1 });
let platform: Platform;
let directory: string;

beforeAll(async () => {
  platform = await Platform.shared();
  directory = await mkdtemp(join(tmpdir(), 'sdks-'));
}, TEST_MS_MAX);

afterAll(async () => {
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  await platform[Symbol.asyncDispose]();
});

/** Authorizes the withdrawals, without faults: a code is asked for once. */
async function authorized(customer: Customer): Promise<readonly Withdrawal[]> {
  const all: Withdrawal[] = [];
  for (let index = 0; index < WITHDRAWALS; index += 1)
    all.push(await customer.authorize('5.00', privateKeyToAddress(generatePrivateKey())));
  return all;
}

/** Orders that rest, each at a price of its own. */
async function orders(): Promise<readonly object[]> {
  const { venues } = await platform.descriptor();
  const market = await restingMarket(venues.hyperliquid.url);
  return Array.from({ length: ORDERS }, (_, index) =>
    restingOrder(market, { p: String(Number(market.price) - index) }),
  );
}

async function everyExecution({ send }: { send: (path: string) => Promise<unknown> }): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const page = Object(await send(`/runtime/executions?limit=${PAGE}${cursor}`));
    ids.push(...page.executions.map(({ id }: { readonly id: string }) => id));
    if (page.next_cursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

test.each(drawn)(
  `${CALLS} calls of the %s SDK, one in five with a fault, have each effect once`,
  async (name, install) => {
    const sdk = await install(directory);
    const customer = await Customer.register(platform, `sdk-faults-${name.toLowerCase()}`);
    await Customer.fund(platform, [customer], HELD_USD);
    const withdrawals = await authorized(customer);
    const { caller } = customer;
    await using proxy = await FaultProxy.open(caller.baseUrl, { seed: seedFor('sdk faults') ?? 1, ...FAULTS });
    const WORK = JSON.stringify({ calls: CALLS, setups: SETUPS, withdrawals, orders: await orders() });
    const given = { BASE_URL: proxy.url, API_KEY: caller.apiKey, WORK };
    const { failures, paid, executions } = Object(await sdk.run('sdk-faults', given));

    expect(failures).toEqual([]);
    expect([proxy.lostBefore, proxy.lostAfter].every((lost) => lost > CALLS / 50)).toBe(true);
    expect(paid).toEqual(withdrawals.map(() => 'confirmed'));
    expect(new Set(executions).size).toBe(ORDERS);
    const send = async (path: string) => (await caller.send('GET', path)).body;
    expect((await everyExecution({ send })).sort()).toEqual([...executions].sort());
    const open = await customer.openOrders();
    expect([open.length, new Set(open.map((order) => Reflect.get(order, 'limitPx'))).size]).toEqual([ORDERS, ORDERS]);
    expect((await send('/wallet/withdrawals')).withdrawals).toHaveLength(WITHDRAWALS);
    const { body } = await customer.wallet();
    expect(body.balance.held_usd).toBe(HELD_USD - 850 - 5 * WITHDRAWALS);
  },
  TEST_MS_MAX,
);

test.each(drawn)(
  'the %s SDK follows through broken streams: each event once, in order, to the last one',
  async (name, install) => {
    const sdk = await install(directory);
    const caller = await Caller.register(platform, `sdk-stream-${name.toLowerCase()}@example.com`);
    const deployments = await Deployments.of(caller);
    const ID = await deployments.created({ ...traders.freqtrade, name: 'first' });
    await using proxy = await FaultProxy.open(caller.baseUrl, {
      ...{ seed: 1, lostBefore: 0.2, lostAfter: 0.2, partsOfStream: 4 },
    });
    const running = sdk.run('sdk-stream', { BASE_URL: proxy.url, API_KEY: caller.apiKey, ID, LAST: 'change 12' });
    while (proxy.streams === 0) await wait(50);
    for (let change = 1; change <= 12; change += 1) {
      await wait(700);
      const { status } = await deployments.send('PATCH', ID, '', { name: `change ${change}` });
      expect(status).toBe(200);
    }
    const { sequences, kinds, problems, name: last } = Object(await running);
    expect([last, problems, kinds]).toEqual(['change 12', [], expect.anything()]);
    const changes = sequences.filter((_: string, index: number) => kinds[index] === 'changed');
    expect(changes).toEqual([...new Set(changes)]);
    expect(sequences).toEqual([...sequences].sort());
    expect(kinds.filter((kind: string) => kind === 'current')).toHaveLength(1);
    expect(kinds).not.toContain('gap');
    expect(proxy.streams).toBeGreaterThan(2);
  },
  TEST_MS_MAX,
);
