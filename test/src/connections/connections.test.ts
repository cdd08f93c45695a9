import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller, Platform, until } from '../platform/index.js';
import { BadClients } from './bad-clients.js';

const COUNT = 4_000;
const PER_CLIENT_MAX = 500;
/** The open descriptors of a process beside the connections of its callers. */
const OTHER_DESCRIPTORS = 250;
const PACE_MS = 100;
/** The time that a busy machine may need for an answer while thousands connect. */
const ANSWER_MS_MAX = 5_000;
/** Header time-out, check interval, linger, and time for a busy machine. */
const FREED_MS_MAX = 30_000;
/** More than one address, each below its limit: only the time-outs close them. */
const ADDRESSES = Array.from({ length: 10 }, (_, index) => `127.0.1.${index + 1}`);

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its connections are used up', {
    HTTP_HEADERS_TIMEOUT_SECONDS: '5',
    HTTP_REQUEST_TIMEOUT_SECONDS: '8',
    HTTP_IDLE_TIMEOUT_SECONDS: '5',
  });
  caller = await Caller.register(platform, 'good@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Of the process that serves both interfaces. */
async function descriptors(): Promise<number> {
  const { processes } = await platform.descriptor();
  return (await readdir(`/proc/${processes['edge']}/fd`)).length;
}

/** Reads once over a new connection, as a client does first; returns the status and how long it took. */
function readAnew(part: string): Promise<{ status: number; durationMs: number }> {
  const startedAtMs = performance.now();
  const [url, method, body] =
    part === 'gateway'
      ? [caller.graphqlUrl, 'POST', JSON.stringify({ query: '{ account { id } }' })]
      : [`${caller.baseUrl.replace('localhost', '127.0.0.1')}/account`, 'GET', undefined];
  const headers = { 'x-api-key': caller.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, durationMs: performance.now() - startedAtMs }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads ten times per second until told to stop; returns what went wrong. */
function readSteadily(part: string): Disposable & { stop(): Promise<{ reads: number; bad: unknown[] }> } {
  let isStopped = false;
  const done = (async () => {
    const bad: unknown[] = [];
    let reads = 0;
    for (; !isStopped; reads += 1) {
      const outcome = await readAnew(part).catch((error: Error) => error.message);
      if (typeof outcome === 'string' || outcome.status !== 200 || outcome.durationMs > ANSWER_MS_MAX)
        bad.push(outcome);
      await sleep(PACE_MS);
    }
    return { reads, bad };
  })();
  const end = () => {
    isStopped = true;
    return done;
  };
  return { stop: end, [Symbol.dispose]: () => void end() };
}

describe.each(['rest-facade', 'gateway'])('%s', (part) => {
  const url = () => (part === 'gateway' ? caller.graphqlUrl : caller.baseUrl);

  test('serves a good client while thousands hold connections, and lets go of all of them by itself', async () => {
    using good = readSteadily(part);
    using _bad = await BadClients.connect(url(), COUNT, ADDRESSES);
    expect(await descriptors()).toBeGreaterThan(OTHER_DESCRIPTORS);
    await until('few descriptors', descriptors, (count) => count < OTHER_DESCRIPTORS, {
      timeoutMs: FREED_MS_MAX,
    });
    const { reads, bad } = await good.stop();
    expect(bad).toEqual([]);
    expect(reads).toBeGreaterThan(20);
  });

  test('serves a good client beside thousands from the same address, of which few stay', async () => {
    using good = readSteadily(part);
    using _bad = await BadClients.connect(url(), COUNT, ['127.0.0.1']);
    expect(await descriptors()).toBeLessThan(PER_CLIENT_MAX + OTHER_DESCRIPTORS);
    expect((await good.stop()).bad).toEqual([]);
  });
});
