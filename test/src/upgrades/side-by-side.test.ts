/** Each process is replaced while its successor already serves, in the order of an upgrade (docs/operations.md), under a light load. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../money/customer.js';
import type { Answer } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { Fleet } from './fleet.js';

const TEST_MS_MAX = 600_000;
/** Nobody calls what is not there yet. */
const ORDER = ['identity', 'wallet', 'context', 'execution', 'runtime', 'edge'];
const READS = [
  '/account',
  '/wallet',
  '/wallet/deposits',
  '/runtime/backtests',
  '/runtime/deployments',
  '/context/venues',
];
const READ_EVERY_MS = 100;
const ORDER_EVERY_MS = 1_000;
const RETRY_AFTER_MS = 1_000;

interface SchemaRecord {
  readonly _id: string;
  readonly version?: number;
}

let platform: Platform;
let owner: Customer;

beforeAll(async () => {
  platform = await Platform.start('its processes are replaced one by one');
  owner = await Customer.register(platform, 'side-by-side');
  await Customer.fund(platform, [owner], 200);
  await owner.setUp('150');
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

/** What a client saw that repeats a request once. */
class Seen {
  requests = 0;
  retried = 0;
  readonly failures: string[] = [];

  /** Sends a request, and once more where it fails; returns whether it was answered in the end. */
  async ask(what: string, send: () => Promise<Answer>): Promise<boolean> {
    this.requests += 1;
    if ((await attempt(send)) === undefined) return true;
    this.retried += 1;
    await wait(RETRY_AFTER_MS);
    const failure = await attempt(send);
    if (failure !== undefined) this.failures.push(`${what}: ${failure}`);
    return failure === undefined;
  }
}

/** Returns why a request failed; undefined where it was answered. */
async function attempt(send: () => Promise<Answer>): Promise<string | undefined> {
  try {
    const { status, body } = await send();
    return status < 300 ? undefined : JSON.stringify(body);
  } catch (error) {
    return String(error);
  }
}

/** Reads, one after the other, until told to stop. */
async function read(seen: Seen, stopping: AbortSignal): Promise<void> {
  for (let turn = 0; !stopping.aborted; turn += 1) {
    const path = READS[turn % READS.length] ?? '/account';
    await seen.ask(path, () => owner.caller.send('GET', path));
    await wait(READ_EVERY_MS);
  }
}

/** Places orders that rest, until told to stop; returns how many were accepted. */
async function order(seen: Seen, stopping: AbortSignal): Promise<number> {
  const market = await restingMarket((await platform.descriptor()).venues.hyperliquid.url);
  const body = { venue: 'hyperliquid', action: restingOrder(market) };
  let accepted = 0;
  while (!stopping.aborted) {
    const headers = { 'idempotency-key': randomUUID() };
    const place = () => owner.caller.send('POST', '/runtime/executions', body, headers);
    if (await seen.ask('an order', place)) accepted += 1;
    await wait(ORDER_EVERY_MS);
  }
  return accepted;
}

/** Makes the database of context one of the version before its first migration, while its process runs. */
async function withOlderData(): Promise<void> {
  await withStore(platform, 'context', async (store) => {
    const rows = Array.from({ length: 10 }, (_, timeMs) => ({
      tableId: 'old',
      venue: 'old',
      timeMs,
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
    await using fleet = await Fleet.takeOver(platform, ORDER);
    await withOlderData();
    const seen = new Seen();
    const stopping = new AbortController();
    const reading = read(seen, stopping.signal);
    const ordering = order(seen, stopping.signal);
    try {
      for (const name of ORDER) await fleet.replace(name);
    } finally {
      stopping.abort();
    }
    await reading;
    const accepted = await ordering;
    expect({ failures: seen.failures, requests: seen.requests }).toEqual({
      failures: [],
      requests: expect.any(Number),
    });
    expect(seen.requests).toBeGreaterThan(5 * ORDER.length);
    expect(accepted).toBeGreaterThan(ORDER.length);
    expect(await owner.openOrders()).toHaveLength(accepted);
    await withStore(platform, 'context', async (store) => {
      const record = await store.collection<SchemaRecord>('data_format').findOne({ _id: 'current' });
      const left = await store.collection('quarantined_rows').countDocuments({ askAt: { $exists: false } });
      expect([record?.version, left]).toEqual([4, 0]);
    });
  },
  TEST_MS_MAX,
);
