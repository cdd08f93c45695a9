import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { z } from 'zod';
import { LighterClient } from './index.js';

const opened: { server: Server; client: LighterClient }[] = [];

afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a client of a venue with the given answers, and its requests. */
async function open(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = new LighterClient({ url, requestsPerMinute: 1_000_000, clock: systemClock });
  opened.push({ server, client });
  return { client, asked };
}

const whole = { endpoint: 'info', answer: z.object({ account: z.string() }), priority: 'read' } as const;

describe('a read', () => {
  test('asks the endpoint with its query, and gives integers beyond 2^53 - 1 as they are', async () => {
    const { client, asked } = await open((_request, response) => void response.end('{"account":9223372036854775807}'));
    const { data, sandbox } = await client.ask({ ...whole, query: { market_id: 1, resolution: '1 m' } });
    expect([data, sandbox]).toEqual([{ account: '9223372036854775807' }, undefined]);
    expect(asked).toEqual(['/api/v1/info?market_id=1&resolution=1%20m']);
  });

  test('is repeated when the venue has no time for it', async () => {
    let times = 0;
    const { client } = await open((_request, response) => {
      times += 1;
      response.writeHead(times === 1 ? 429 : 200).end('{"account":"x"}');
    });
    expect((await client.ask(whole)).data).toEqual({ account: 'x' });
  });

  test.each([
    ['no JSON', '<html>', 'malformed'],
    ['another shape', '{"code":200}', 'malformed'],
  ])('that is answered with %s is refused', async (_, text, failure) => {
    const { client, asked } = await open((_request, response) => void response.end(text));
    await expect(client.ask(whole)).rejects.toMatchObject({ failure });
    expect(asked).toHaveLength(1);
  });
});
