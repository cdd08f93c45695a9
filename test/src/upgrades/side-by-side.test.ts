/** Each process is replaced while another one of its name serves, in the order of an upgrade (docs/operations.md), under a light load. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../money/customer.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { restingMarket } from '../platform/venue.js';
import { Load } from '../replicas/load.js';
import { Retrying } from '../replicas/retrying.js';

const TEST_MS_MAX = 600_000;
const READERS = 4;
/** Nobody calls what is not there yet. */
const ORDER = ['identity', 'wallet', 'context', 'execution', 'runtime', 'feed:hyperliquid', 'feed:lighter', 'edge'];

interface SchemaRecord {
  readonly _id: string;
  readonly version?: number;
}

let platform: Platform;
let owner: Customer;

beforeAll(async () => {
  platform = await Platform.start('its processes are replaced one by one', { INSTANCES: '2' });
  owner = await Customer.register(platform, 'side-by-side');
  await Customer.fund(platform, [owner], 200);
  await owner.setUp('150');
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

/** Makes the database of context one of the version before its first migration, while its processes run. */
async function withOlderData(): Promise<void> {
  await withStore(platform, 'context', async (store) => {
    const rows = Array.from({ length: 10 }, (_, timeMs) => ({
      ...{ tableId: 'old', venue: 'old', timeMs },
      seenAt: new Date(),
    }));
    await store.collection('quarantined_rows').insertMany(rows);
    await store
      .collection<SchemaRecord>('data_format')
      .updateOne({ _id: 'current' }, { $set: { format: 3 }, $unset: { version: 1 } });
  });
}

test(
  'no request fails that one retry does not cure, every order is there once, and the data is migrated meanwhile',
  async () => {
    await withOlderData();
    const requests = new Retrying();
    const stopping = new AbortController();
    const load = new Load(requests, stopping.signal);
    const market = await restingMarket((await platform.descriptor()).venues.hyperliquid.url);
    const working = [...Array.from({ length: READERS }, () => load.read(owner)), load.trade(owner, market)];
    const { processes } = await platform.descriptor();
    const replaced = ORDER.flatMap((name) => [name, `${name}-2`]).filter((name) => name in processes);
    try {
      for (const name of replaced) await platform.kill(name, 'SIGTERM');
    } finally {
      stopping.abort();
      await Promise.all(working);
    }
    const { sent, cured, failures } = requests;
    // biome-ignore lint/suspicious/noConsole: the figures are to be seen.
    console.info({ replaced, sent, cured, orders: load.orders });
    expect(failures).toEqual([]);
    expect(replaced.length).toBeGreaterThan(ORDER.length);
    expect([load.orders > 1, load.executions.length]).toEqual([true, load.orders]);
    for (const id of load.executions) expect(await owner.execution(id)).toMatchObject({ status: 'succeeded' });
    expect(await owner.openOrders()).toHaveLength(load.orders);
    await withStore(platform, 'context', async (store) => {
      const record = await store.collection<SchemaRecord>('data_format').findOne({ _id: 'current' });
      const left = await store.collection('quarantined_rows').countDocuments({ askAt: { $exists: false } });
      expect([record?.version, left]).toEqual([4, 0]);
    });
  },
  TEST_MS_MAX,
);
