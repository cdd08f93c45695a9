import { setTimeout as wait } from 'node:timers/promises';
import type { Customer } from '@platform/test/platform';
import { percentile } from '../report.js';

/** Longer than any read of a venue is remembered (15 s). */
const FORGOTTEN_MS = 16_000;

/** Milliseconds of `GET /wallet`. */
export interface MeasuredReads {
  /** The first read of each customer after all that is remembered was forgotten, all at once. */
  readonly cold: Latency;
  /** Reads right after one another, all customers at once. */
  readonly warm: Latency;
}

interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** All customers read their wallets at once: once after a pause, then several times. */
export async function measureReads(customers: readonly Customer[], readsAClient: number): Promise<MeasuredReads> {
  await wait(FORGOTTEN_MS);
  const cold = await Promise.all(customers.map(read));
  const warm = await Promise.all(
    customers.map(async (customer) => {
      const times: number[] = [];
      while (times.length < readsAClient) times.push(await read(customer));
      return times;
    }),
  );
  return { cold: latencyOf(cold), warm: latencyOf(warm.flat()) };
}

async function read({ caller }: Customer): Promise<number> {
  const startedAtMs = performance.now();
  const { status, body } = await caller.send('GET', '/wallet');
  if (status !== 200) throw new Error(`GET /wallet: ${status} ${JSON.stringify(body)}`);
  return performance.now() - startedAtMs;
}

function latencyOf(times: readonly number[]): Latency {
  return { medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
