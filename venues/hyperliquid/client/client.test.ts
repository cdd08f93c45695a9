import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { z } from 'zod';
import { HyperliquidClient } from './index.js';

const ORDER = JSON.stringify({ action: { type: 'order', orders: [{}] }, nonce: 1 });
const ATTEMPT_TIMEOUT_MS = 20_000;
const TOO_LARGE = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
const opened: { server: Server; client: HyperliquidClient }[] = [];

afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a client of a venue with the given answers, and the number of its requests. */
async function open(
  answer: RequestListener,
  options: { localAddress?: string; weightPerMinute?: number; attemptTimeoutMs?: number } = {},
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.socket.remoteAddress}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new HyperliquidClient({
    ...{ url, weightPerMinute: 10_000_000, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, clock: systemClock },
    ...options,
  });
  opened.push({ server, client });
  return { client, asked };
}

const mids = { request: { type: 'allMids' }, answer: z.record(z.string(), z.string()), priority: 'read' } as const;

describe('a write', () => {
  test.each<[string, RequestListener, string]>([
    ['that is answered', (_request, response) => void response.end('{}'), 'answered'],
    ['that the venue has no time for', (_request, response) => void response.writeHead(429).end('null'), 'answered'],
    ['whose answer has more than 16 MiB', (_request, response) => void response.end(TOO_LARGE), 'unknown'],
    ['whose connection breaks', (request) => void request.socket.destroy(), 'unknown'],
  ])('%s is sent once', async (_what, answer, kind) => {
    const { client, asked } = await open(answer);
    expect((await client.exchange(ORDER)).kind).toBe(kind);
    expect(asked).toEqual(['/exchange 127.0.0.1']);
  });

  test('to nobody was not sent', async () => {
    const client = new HyperliquidClient({
      url: 'http://127.0.0.1:1',
      weightPerMinute: 10_000_000,
      clock: systemClock,
    });
    expect((await client.exchange(ORDER)).kind).toBe('unsent');
    await client.close();
  });

  test('whose answer does not come is sent once', async () => {
    const { client, asked } = await open(() => undefined, { attemptTimeoutMs: 2_000 });
    expect((await client.exchange(ORDER)).kind).toBe('unknown');
    expect(asked).toEqual(['/exchange 127.0.0.1']);
  });

  test('that finds no allowance in time is not sent', async () => {
    const { client, asked } = await open((_request, response) => void response.end('{}'), { weightPerMinute: 10 });
    expect(await client.exchange(ORDER)).toMatchObject({ kind: 'unsent' });
    expect(asked).toEqual([]);
  });
});

describe('a read', () => {
  test('is repeated while the venue fails, three times at most', async () => {
    const { client, asked } = await open((_request, response) => void response.writeHead(502).end());
    await expect(client.ask(mids)).rejects.toMatchObject({ failure: 'refused' });
    expect(asked).toHaveLength(3);
  });

  test('of what is not documented is refused at once', async () => {
    const { client, asked } = await open((_request, response) => void response.end('[1]'));
    await expect(client.ask(mids)).rejects.toMatchObject({ failure: 'malformed' });
    expect(asked).toHaveLength(1);
  });

  test('whose answer has more than 16 MiB is refused at once, and says so', async () => {
    const { client, asked } = await open((_request, response) => void response.end(TOO_LARGE));
    const message = expect.stringMatching(/allMids: the answer is larger than 16 MiB/);
    await expect(client.ask(mids)).rejects.toMatchObject({ failure: 'malformed', message });
    await expect(client.pass('{"type":"meta"}', 'read')).rejects.toMatchObject({ failure: 'malformed' });
    expect(asked).toHaveLength(2);
  });

  test('passed on for somebody else comes back as it came', async () => {
    const { client } = await open((_request, response) => void response.writeHead(422).end('no'));
    expect(await client.pass('{"type":"meta"}', 'read')).toMatchObject({ status: 422, text: 'no' });
  });

  test('goes out from the address that was named', async () => {
    const { client, asked } = await open((_request, response) => void response.end('{}'), {
      localAddress: '127.0.0.2',
    });
    await client.ask(mids);
    expect(asked).toEqual(['/info 127.0.0.2']);
  });
});
