import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../money/customer.js';
import { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';

/** The venue's allowance under load: all requests come from one address, and the sandbox counts as the real venue does. */

const READERS = 20;
const SETUPS = 10;
/** Longer than the venue's window of a minute. */
const LOAD_MS = 65_000;
const READ_INTERVAL_MS = 1_000;
const ORDER_INTERVAL_MS = 4_000;
/** An order waits only for the other processes of this machine; behind the readers it would wait for a minute. */
const ORDER_MS_MAX = 10_000;
const START_MS_MAX = 240_000;
const TEST_MS_MAX = 600_000;
const LATE_OF_READS = 100;
const REFUSED = 'beyond the allowance of its address';
let platform: Platform;

beforeAll(async () => {
  const limits = ['', 'UNAUTHENTICATED_', 'REGISTRATION_'].map((what) => [`RATE_LIMIT_${what}PER_MINUTE`, '100000']);
  // Fast enough for a start, and most of the history is left for later.
  const first = { SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: '20000' };
  platform = await Platform.startEmpty('its venues allow little, from an empty directory on', {
    ...Object.fromEntries(limits),
    ...first,
  });
  await platform.stop();
  await platform.startSupervisor({ SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: '0' });
}, START_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Repeats something until the time is over. */
async function again(intervalMs: number, work: () => Promise<void>): Promise<void> {
  const endMs = performance.now() + LOAD_MS;
  while (performance.now() < endMs) {
    await work();
    await wait(intervalMs);
  }
}

/** Requests a setup, again under its key where no answer came in time. */
async function openSetup({ caller }: Customer): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const ask = () => caller.send('POST', '/wallet/venues/hyperliquid/setup', { amount_usd: '60' }, headers);
  await until('a setup', ask, ({ status }) => status < 300, { pollIntervalMs: 1_000 });
}

async function storedRows({ caller }: Customer): Promise<number> {
  const { body } = await caller.send('GET', '/context/datasets?venue=hyperliquid');
  const tables = body.datasets.flatMap((dataset: { tables: object }) => Object.values(dataset.tables));
  return tables.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
}

test(
  'no process is refused by its own haste, and money goes first',
  async () => {
    const customers: Customer[] = [];
    for (let index = 0; index < READERS; index += 1)
      customers.push(await Customer.register(platform, `reader-${index}`));
    const [trader, ...others] = customers;
    if (trader === undefined) throw new Error('nobody trades');
    const openers = others.slice(0, SETUPS);
    await Customer.fund(platform, [trader, ...openers], 100);
    await trader.setUp('60');
    const market = await restingMarket((await platform.descriptor()).venues.hyperliquid.url);
    const rowsBefore = await storedRows(trader);

    const reads: number[] = [];
    const orders: { readonly status: string; readonly tookMs: number }[] = [];
    const setups = openers.map(openSetup);
    await Promise.all([
      ...customers.map(({ caller }) =>
        again(READ_INTERVAL_MS, async () => {
          reads.push((await caller.send('GET', '/wallet')).status);
        }),
      ),
      again(ORDER_INTERVAL_MS, async () => {
        const startedAtMs = performance.now();
        const { status } = await trader.execute(restingOrder(market));
        orders.push({ status, tookMs: performance.now() - startedAtMs });
      }),
    ]);

    await Promise.all(setups);
    await Promise.all(
      openers.map((opener) => opener.wallet(({ venues }) => venues.hyperliquid.operation?.status === 'completed')),
    );
    // A busy machine may answer one of them too late; what was refused stands in the logs.
    expect(reads.filter((status) => status !== 200).length).toBeLessThan(reads.length / LATE_OF_READS);
    expect(orders.filter(({ status, tookMs }) => status !== 'succeeded' || tookMs > ORDER_MS_MAX)).toEqual([]);
    expect(await storedRows(trader)).toBeGreaterThan(rowsBefore);
    const refusals = (await platform.logs()).split('\n').filter((line) => line.includes(REFUSED));
    expect(refusals).toEqual([]);
  },
  TEST_MS_MAX,
);
