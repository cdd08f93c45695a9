import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller, Platform } from '../platform/index.js';
import { until } from '../platform/wait.js';
import { type Span, TraceReceiver } from './trace-receiver.js';

const START_MS_MAX = 180_000;
const SERVICES = ['identity', 'wallet', 'context', 'runtime', 'execution'];
const PROCESSES = ['feed:hyperliquid', 'feed:lighter', 'sandbox', ...SERVICES, 'edge'];

let receiver: TraceReceiver;
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  receiver = await TraceReceiver.start();
  platform = await Platform.start('its traces go to a receiver of the test', {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  caller = await Caller.register(platform, 'observed@example.com');
}, START_MS_MAX);

afterAll(async () => {
  await platform?.[Symbol.asyncDispose]();
  await receiver?.close();
}, START_MS_MAX);

/** Returns the metrics of each process, by its name. */
async function metrics(): Promise<Record<string, string>> {
  const { metrics: urls } = await platform.descriptor();
  const read = async ([name, url]: [string, string]) => [name, await (await fetch(url)).text()] as const;
  return Object.fromEntries(await Promise.all(Object.entries(urls).map(read)));
}

/** Returns a counter's value. */
function count(text: string | undefined, name: string, ...labels: string[]): number {
  const lines = (text ?? '').split('\n').filter((line) => line.startsWith(`${name}_count{`));
  return Number(
    lines
      .find((line) => labels.every((label) => line.includes(label)))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

test('every process serves metrics at the address in the descriptor', async () => {
  const told = await metrics();
  expect(Object.keys(told).sort()).toEqual([...PROCESSES].sort());
  for (const text of Object.values(told)) expect(text).toMatch(/^process_resident_memory_bytes \d{7,}/m);
});

test('a request is counted at every hop it takes, by names that no caller can choose', async () => {
  const path = '/runtime/backtests/canary-id';
  // The second time its document is known by its hash, and one subgraph answers it whole.
  for (let asked = 0; asked < 2; asked += 1) expect((await caller.send('GET', path)).status).toBe(404);
  await caller.send('GET', '/canary-path');
  await caller.query('query CanaryName { backtest(id: "canary-id") { id } }');
  const told = await metrics();
  const [route, operation, outcome] = ['route="/runtime/backtests/{id}"', 'query backtest', 'backtest_not_found'];
  const [rest, graphql] = ['surface="rest"', 'surface="graphql"'];
  const requests = (...labels: string[]) => count(told['edge'], 'http_request_duration_seconds', ...labels);
  expect(requests(rest, route, 'method="GET"', 'status="404"')).toBe(2);
  expect(requests(rest, 'route="none"', 'status="404"')).toBe(1);
  expect(requests(graphql, 'route="/graphql"', 'status="200"')).toBe(1);
  for (const name of ['edge', 'runtime'])
    expect(
      count(told[name], 'graphql_operation_duration_seconds', `"${operation}"`, `outcome="${outcome}"`),
    ).toBeGreaterThanOrEqual(3);
  expect(count(told['runtime'], 'procedure_call_duration_seconds', 'method="')).toBeGreaterThanOrEqual(1);
  expect(Object.values(told).join('\n')).not.toMatch(/canary/i);
});

test('the depth and age of every queue are shown', async () => {
  const told = await metrics();
  const depths = (name: string) => told[name]?.match(/(?<=^queue_jobs\{).*(?=\} \d+$)/gm);
  expect(depths('runtime')).toEqual(['queue="backtests",status="queued"', 'queue="backtests",status="running"']);
  expect(depths('execution')?.map((labels) => labels.split(',')[0])).toContain('queue="executions"');
  const queues = new Set(depths('wallet')?.map((labels) => labels.split(',')[0]));
  expect([...queues].sort()).toEqual(['queue="chain_transactions"', 'queue="setups"', 'queue="withdrawals"']);
  expect(told['wallet']).toMatch(/^queue_oldest_job_age_seconds\{queue="setups",status="processing"\} 0$/m);
});

function parentOf({ parentSpanId }: Span, spans: readonly Span[]): Span | undefined {
  return spans.find(({ spanId }) => spanId === parentSpanId);
}

test('one trace spans all hops of a request, and every answer names it', async () => {
  /** The facade's hop, that of the gateway in the same process, and those of the service: above each the hop before. */
  const [rest, graph, subgraph, procedure] = [
    ...['GET /runtime/backtests/:id', 'query GetBacktest'],
    ...['POST /graphql', 'BatchGetBacktests'],
  ];
  const hops = new Map([
    [rest, undefined],
    [graph, rest],
    [subgraph, graph],
    [procedure, subgraph],
  ]);
  // A trace has this one too where the gateway last asked who the caller is longer ago than it remembers.
  const parents = new Map([...hops, ['Authenticate', graph]]);
  const ask = async (requestId?: string) => {
    const named = requestId === undefined ? {} : { 'x-request-id': requestId };
    const { headers } = await caller.send('GET', '/runtime/backtests/canary-id', undefined, named);
    return headers.get('x-request-id') ?? '';
  };
  const chain = async (traceId: string) => {
    const complete = (spans: readonly Span[]) =>
      [...hops.keys()].every((hop) => spans.some(({ name }) => name === hop)) &&
      spans.every((span) => span.name === rest || parentOf(span, spans) !== undefined);
    return until(`trace ${traceId}`, async () => receiver.spansOf(traceId), complete);
  };
  // Made by the platform; made by the caller, with a foreign trace beside it.
  const made = await ask();
  const spans = await chain(made.replaceAll('-', ''));
  // Apollo retries a direct request that failed.
  for (const span of spans)
    expect([span.name, parentOf(span, spans)?.name]).toEqual([span.name, parents.get(span.name)]);
  const ofEdge = spans.filter(({ process }) => process === 'edge').map(({ name }) => name);
  expect(ofEdge.sort()).toEqual([rest, graph]);
  expect(await ask('asked-by-me')).toBe('asked-by-me');
  await chain(createHash('sha256').update('asked-by-me').digest('hex').slice(0, 32));
  expect(receiver.received).not.toMatch(/canary/);
}, 240_000);

test('how much disk space is left is shown', async () => {
  const told = await metrics();
  expect(Number(/^disk_free_bytes (\d+)$/m.exec(told['runtime'] ?? '')?.[1])).toBeGreaterThan(0);
});
