import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FLOODING_ADDRESS, startTestGateway, type TestGateway } from '../testing/platform.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

beforeEach(() => {
  gateway.counted.length = 0;
});

const QUESTION = JSON.stringify({ query: '{ __typename }' });

/** Sends a request from an address of this machine. */
function askFrom(localAddress: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const options = { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } };
    const request = httpRequest(`${gateway.address}/graphql`, options, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    request.on('error', reject);
    request.end(QUESTION);
  });
}

/** The header with which a trusted proxy names the client. */
const forwarded = (clientAddress: string) => ({ 'x-forwarded-for': clientAddress });

describe('an answer says what is left', () => {
  test('of the allowance of its key', async () => {
    const { headers } = await askFrom('127.0.0.1', { 'x-api-key': 'good' });
    expect(headers['ratelimit-policy']).toBe('"credential";q=1000;w=60');
    expect(headers['ratelimit']).toMatch(/^"credential";r=\d+;t=60$/);
    expect(gateway.counted).toEqual([]);
  });

  test('of the allowance of its address without one', async () => {
    const { headers } = await askFrom('127.0.0.1', {});
    expect(headers['ratelimit-policy']).toBe('"unauthenticated";q=120;w=60');
    expect(headers['ratelimit']).toBe('"unauthenticated";r=119;t=30');
    expect(gateway.counted).toEqual(['127.0.0.1']);
  });
});

describe('a refused body counts as a request for each started 64 KiB of it', () => {
  const left = ({ headers }: Response) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const ask = (body: string) => gateway.post('/graphql', body, { 'x-api-key': 'good' });

  test('against the allowance of its key', async () => {
    const before = left(await ask(QUESTION));
    await ask(`{"query":"{ nothing }","extensions":{"x":"${'x'.repeat(1_000_000)}"}}`);
    expect(before - left(await ask(QUESTION))).toBe(1 + Math.ceil(1_000_000 / 65_536));
    await ask(`{"query":"{ __typename }","extensions":{"x":"${'x'.repeat(1_000_000)}"}}`);
    expect(before - left(await ask(QUESTION))).toBe(3 + Math.ceil(1_000_000 / 65_536));
  });
});

describe('an address that has used its minute up', () => {
  test('is refused, from memory until the minute ends', async () => {
    const flooding = forwarded(FLOODING_ADDRESS);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, headers, body } = await askFrom('127.0.0.9', flooding);
      expect([status, headers['retry-after'], headers['ratelimit']]).toEqual([429, '30', '"unauthenticated";r=0;t=30']);
      expect(JSON.parse(body).errors[0].extensions).toEqual({
        code: 'rate_limited',
        details: { retry_after_seconds: 30 },
        requestId: headers['x-request-id'],
      });
    }
    expect(gateway.counted).toEqual([FLOODING_ADDRESS]);
  });

  test('may still come with a key, and learns nothing by guessing', async () => {
    const flooding = forwarded(FLOODING_ADDRESS);
    expect((await askFrom('127.0.0.9', { ...flooding, 'x-api-key': 'good' })).status).toBe(200);
    expect((await askFrom('127.0.0.9', { ...flooding, 'x-api-key': 'guess' })).status).toBe(429);
  });
});

test('a request with an invalid credential counts for its address', async () => {
  expect((await askFrom('127.0.0.1', { 'x-api-key': 'wrong' })).status).toBe(401);
  expect((await askFrom('127.0.0.1', { authorization: 'Basic abc' })).status).toBe(401);
  expect(gateway.counted).toEqual(['127.0.0.1', '127.0.0.1']);
});

describe('the address of a client', () => {
  test('is that of its connection, whatever it names', async () => {
    await askFrom('127.0.0.2', forwarded('192.0.2.7'));
    expect(gateway.counted).toEqual(['127.0.0.2']);
  });

  test('is what a trusted proxy names', async () => {
    await askFrom('127.0.0.9', forwarded('192.0.2.8'));
    expect(gateway.counted).toEqual(['192.0.2.8']);
  });
});
