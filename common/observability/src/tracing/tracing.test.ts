import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { activeTracer, startTracing, traceHeaders } from './index.js';
import { traceIdOf } from './trace-id.js';

const UUID = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe("a trace's id", () => {
  test('is that of the request without its hyphens', () => {
    expect(traceIdOf(UUID)).toBe(TRACE);
    expect(traceIdOf(TRACE.toUpperCase())).toBe(TRACE);
  });

  test.each(['r-1', '', '0'.repeat(32)])('is made from one that is no UUID: %j', (requestId) => {
    expect(traceIdOf(requestId)).toMatch(/^(?!0{32})[\da-f]{32}$/);
    expect(traceIdOf(requestId)).toBe(traceIdOf(requestId));
    expect(traceIdOf(`${requestId}2`)).not.toBe(traceIdOf(requestId));
  });
});

test('without a receiver nothing is traced', async () => {
  const tracing = await startTracing('test', undefined);
  expect([activeTracer(), traceHeaders()]).toEqual([undefined, {}]);
  await tracing.close();
});

describe('a span', () => {
  let received: string[];
  let receiver: Server;
  let tracing: Awaited<ReturnType<typeof startTracing>>;

  beforeEach(async () => {
    received = [];
    receiver = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(`${request.url} ${chunk}`));
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    tracing = await startTracing('test', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  });
  afterEach(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  const begin = (request: { requestId: string; traceparent?: string; isInternal?: boolean }) => {
    const span = activeTracer()?.begin('GET /things', request);
    const { traceparent } = span?.run(traceHeaders) ?? {};
    span?.end({ failed: false, attributes: { 'http.response.status_code': 200 } });
    return traceparent ?? '';
  };

  test('is sent with the name of its process, and the next hop is told of it', async () => {
    expect(begin({ requestId: UUID })).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`));
    expect(traceHeaders()).toEqual({});
    await tracing.close();
    expect(received.join('')).toMatch(/^\/v1\/traces \{.*"service\.name".*"test".*"GET \/things"/);
    expect(received.join('')).toContain(TRACE);
  });

  test('belongs below the hop before, which a stranger can not be', async () => {
    const own = `00-${TRACE}-00f067aa0ba902b7-01`;
    const foreign = '00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-01';
    begin({ requestId: UUID, traceparent: own });
    await tracing.close();
    expect(received.join('')).toContain('"parentSpanId":"00f067aa0ba902b7"');
    received = [];
    tracing = await startTracing('test', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
    expect(begin({ requestId: UUID, traceparent: foreign })).toContain(TRACE);
    expect(begin({ requestId: UUID, traceparent: 'nonsense' })).toContain(TRACE);
    await tracing.close();
    expect(received.join('')).not.toContain('"parentSpanId":"00f067aa0ba902b7"');
  });

  test('inside the platform stays in the trace that it was asked in', async () => {
    const parent = '00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-01';
    expect(begin({ requestId: 'exe_1', traceparent: parent, isInternal: true })).toMatch(/^00-f{32}-/);
    await tracing.close();
  });
});
