import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { createFaults, faultRequest } from '../../../simulation/index.js';
import { type RunningLighter, startLighter } from '../server.js';
import { creditOffline, StreamClient } from '../testing/index.js';

const hex = z.templateLiteral(['0x', z.string()]);
const sentSchema = z.object({ type: z.number(), info: z.string(), hash: z.string() });
const recorded = z.object({ ownerKey: hex, transactions: z.record(z.string(), sentSchema) });
/** What the official signer made. */
const FIXTURE = new URL('../fixtures/signed-by-sdk.json', import.meta.url);
const { ownerKey, transactions } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const EXPIRES_MS = z.object({ ExpiredAt: z.number() }).parse(JSON.parse(sent('nonce 0').info)).ExpiredAt;
const EXECUTION_MS = 300;
const TYPE = 'jsonapi/sendtx';
const faults = createFaults();

let directory: string;
let clock: ManualClock;
let venue: RunningLighter;
let client: StreamClient;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  clock = new ManualClock(EXPIRES_MS - 120_000);
  creditOffline(directory, privateKeyToAccount(ownerKey).address, 1_000, clock.nowMs());
  venue = await startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, faults, clock, accounts: { stateDirectory: directory } },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  client = await StreamClient.connect(venue.wsUrl);
});
afterEach(async () => {
  faults.clear();
  await venue.close();
  rmSync(directory, { recursive: true });
});

function sent(name: string): z.output<typeof sentSchema> {
  const found = transactions[name];
  if (found === undefined) throw new Error(`${name} is not recorded`);
  return found;
}

function send(name: string, fields: object = {}): void {
  const { type, info } = sent(name);
  client.say({ type: TYPE, data: { tx_type: type, tx_info: JSON.parse(info), ...fields } });
}

const inject = (fault: object) => faults.inject(faultRequest.parse({ venue: 'lighter', ...fault }));

async function statusOf(name: string): Promise<number> {
  await client.read();
  clock.advance(EXECUTION_MS);
  await wait(10);
  const response = await fetch(`${venue.url}/api/v1/tx?by=hash&value=${sent(name).hash}`);
  return z.object({ status: z.number().default(-1) }).parse(await response.json()).status;
}

test('a transaction is accepted as over HTTP, and its answer names the request', async () => {
  send('nonce 0', { id: 'first' });
  expect(await client.next(TYPE)).toMatchObject({ type: TYPE, id: 'first', code: 200, tx_hash: sent('nonce 0').hash });
  expect(await statusOf('nonce 0')).toBe(2);
  send('nonce 1', { tx_info: sent('nonce 1').info });
  expect(await client.next(TYPE)).toMatchObject({ code: 200, tx_hash: sent('nonce 1').hash });
});

test('several are accepted together', async () => {
  const all = [sent('nonce 0'), sent('nonce 1')];
  const [tx_types, tx_infos] = [all.map(({ type }) => type), all.map(({ info }) => info)];
  const data = { tx_types: JSON.stringify(tx_types), tx_infos: JSON.stringify(tx_infos) };
  client.say({ type: 'jsonapi/sendtxbatch', data });
  const answer = { code: 200, tx_hash: all.map(({ hash }) => hash) };
  expect(await client.next('jsonapi/sendtxbatch')).toMatchObject(answer);
});

test('what the API refuses is refused with its code', async () => {
  send('nonce 1');
  expect(await client.next('error')).toEqual({ error: { code: 21_104, message: 'invalid nonce' } });
  client.say({ type: TYPE, data: {} });
  expect(await client.next('error')).toMatchObject({ error: { code: 30_001 } });
});

test('it counts with those over HTTP, and not as a message', async () => {
  for (let times = 0; times < 60; times += 1) {
    send('nonce 3');
    await client.next('error');
  }
  send('nonce 0');
  expect(await client.next('error')).toEqual({ error: { code: 23_000, message: 'Too Many Requests!' } });
  const response = await fetch(`${venue.url}/api/v1/sendTx`, { method: 'POST', body: new URLSearchParams() });
  expect(response.status).toBe(429);
});

test('a fault can lose the answer of one that was accepted, refuse it, or close the connection', async () => {
  inject({ kind: 'err_internal', when: 'after_accept' });
  send('nonce 0');
  expect(await client.next('error')).toMatchObject({ error: { code: 29_500 } });
  expect(await statusOf('nonce 0')).toBe(2);
  inject({ kind: 'reject' });
  send('nonce 1');
  expect(await client.next('error')).toMatchObject({ error: { code: 20_001 } });
  inject({ kind: 'disconnect', when: 'after_accept' });
  send('nonce 1');
  await client.closed();
  client = await StreamClient.connect(venue.wsUrl);
  expect(await statusOf('nonce 1')).toBe(2);
});

test('a fault can answer as if it had failed, and execute it later', async () => {
  inject({ kind: 'err_late', seconds: 2 });
  send('nonce 0');
  expect(await client.next('error')).toMatchObject({ error: { code: 29_500 } });
  expect(await statusOf('nonce 0')).toBe(-1);
  clock.advance(2_000);
  await wait(50);
  expect(await statusOf('nonce 0')).toBe(2);
});
