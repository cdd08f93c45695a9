import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql';
import { observeOperation, operationLabel } from './graphql.js';
import { exposeCounts, exposeQueue, type MetricsServer, observeHttpRequest, serveMetrics } from './index.js';

let server: MetricsServer;

beforeEach(async () => {
  server = await serveMetrics({ host: '127.0.0.1', port: 0 });
});

afterEach(() => server.close());

async function scrape(): Promise<string[]> {
  const response = await fetch(server.url);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return (await response.text()).split('\n');
}

test('a process tells what it uses', async () => {
  const lines = (await scrape()).join('\n');
  expect(lines).toMatch(/^process_resident_memory_bytes [1-9]\d{6,}/m);
  expect(lines).toMatch(/^process_cpu_seconds_total 0\.\d|^process_cpu_seconds_total [1-9]/m);
  expect(lines).toMatch(/^process_start_time_seconds \d{10}/m);
});

test('what only grows is a counter, and is told as it is however often it is asked for', async () => {
  const cpuSeconds = async () => {
    const text = (await scrape()).join('\n');
    expect(text).toMatch(/^# TYPE process_cpu_seconds_total counter$/m);
    return Number(/^process_cpu_seconds_total (.*)$/m.exec(text)?.[1]);
  };
  const first = await cpuSeconds();
  const { user, system } = process.cpuUsage();
  const second = await cpuSeconds();
  expect(first).toBeLessThanOrEqual((user + system) / 1_000_000);
  expect(second).toBeGreaterThanOrEqual((user + system) / 1_000_000);
  expect(second).toBeLessThan(2 * first + 1);
});

describe('a process reports since the last reading', () => {
  const HELD_UP_MS = 400;
  /** More than the interval of the late sample, and less than the blocking time. */
  const LEAST_MS = 100;

  async function read(): Promise<{ delayMs: number; workMs: number }> {
    const text = (await scrape()).join('\n');
    const msOf = (what: string) => {
      const line = new RegExp(`^nodejs_eventloop_${what}_max_seconds (.*)$`, 'm').exec(text);
      return Number(line?.[1]) * 1_000;
    };
    return { delayMs: msOf('delay'), workMs: msOf('work') };
  }

  test('for how long its event loop was held up at most', async () => {
    await read();
    for (const startedAtMs = performance.now(); performance.now() - startedAtMs < HELD_UP_MS; );
    const { delayMs, workMs } = await read();
    expect(delayMs).toBeGreaterThan(LEAST_MS);
    expect(workMs).toBeGreaterThan(0);
    expect(workMs).toBeLessThanOrEqual(delayMs);
    // A busy machine may hold it up again, but not at each reading.
    while ((await read()).delayMs >= LEAST_MS);
  });

  test('how much of that was work of its own', async () => {
    await read();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS);
    const { delayMs, workMs } = await read();
    expect(delayMs).toBeGreaterThan(LEAST_MS);
    expect(workMs).toBeLessThan(delayMs / 2);
  });
});

test('requests are counted by the pattern of their route, and what has none without the words of the caller', async () => {
  observeHttpRequest({ surface: 'rest', method: 'GET', route: '/things/{id}', status: 200 }, 30);
  observeHttpRequest({ surface: 'rest', method: 'GET', route: '/things/{id}', status: 200 }, 3);
  observeHttpRequest({ surface: 'rest', method: 'PROPFIND', route: undefined, status: 404 }, 1);
  const labels = 'surface="rest",method="GET",route="/things/{id}",status="200"';
  expect(await scrape()).toEqual(
    expect.arrayContaining([
      `http_request_duration_seconds_count{${labels}} 2`,
      `http_request_duration_seconds_sum{${labels}} 0.033`,
      `http_request_duration_seconds_bucket{le="0.005",${labels}} 1`,
      'http_request_duration_seconds_count{surface="rest",method="none",route="none",status="404"} 1',
    ]),
  );
});

test.each([
  ['query Canary { thing { id } }', 'query thing'],
  ['mutation { renamed: openShop { id } }', 'mutation openShop'],
  ['{ thing { id } shop { id } }', 'query (several)'],
  ['query { ...F } fragment F on Query { thing { id } }', 'query (several)'],
])('%s is counted as %s', (document, label) => {
  const [operation] = parse(document).definitions;
  expect(operationLabel(operation as OperationDefinitionNode)).toBe(label);
});

test('operations are counted by the code of their error, where the catalogue has it', async () => {
  observeOperation('query thing', undefined, 1);
  observeOperation('query thing', 'name_taken', 1);
  observeOperation('query thing', 'canary', 1);
  const lines = (await scrape()).join('\n');
  for (const outcome of ['ok', 'name_taken', 'other'])
    expect(lines).toContain(`graphql_operation_duration_seconds_count{operation="query thing",outcome="${outcome}"} 1`);
  expect(lines).not.toContain('canary');
});

test('queues are read when they are asked for, and one that can not be read hides no other', async () => {
  const clock = new ManualClock(100_000);
  let jobs = 0;
  exposeQueue('letters', async () => [{ status: 'waiting', jobs, failing: 2, oldestAt: new Date(40_000) }], clock);
  exposeQueue('lost', () => Promise.reject(new Error('down')), clock);
  exposeQueue('stuck', () => new Promise(() => {}), clock);
  jobs = 3;
  const lines = await scrape();
  expect(lines).toContain('queue_jobs{queue="letters",status="waiting"} 3');
  expect(lines).toContain('queue_failing_jobs{queue="letters",status="waiting"} 2');
  expect(lines).toContain('queue_oldest_job_age_seconds{queue="letters",status="waiting"} 60');
  expect(lines.join('\n')).not.toMatch(/lost|stuck/);
});

test('counts are read when they are asked for, and are missing while they can not be', async () => {
  let isDown = false;
  const read = async () => {
    if (isDown) throw new Error('down');
    return { open: 2, lost: 0 };
  };
  exposeCounts({ name: 'boxes', help: 'Boxes.', label: 'state', read });
  expect(await scrape()).toEqual(expect.arrayContaining(['boxes{state="open"} 2', 'boxes{state="lost"} 0']));
  isDown = true;
  expect((await scrape()).join('\n')).not.toMatch(/^boxes\{/m);
});

test('nothing but reading is answered', async () => {
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
});
