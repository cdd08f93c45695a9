import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { createFaults, faultRequest } from '../../simulation/index.js';
import { type RunningLighter, startLighter } from './server.js';
import { openJournal } from './store/journal.js';
import { Store } from './store/store.js';
import { creditOffline } from './testing/index.js';

const hex = z.templateLiteral(['0x', z.string()]);
const recorded = z.object({
  ownerKey: hex,
  transactions: z.record(z.string(), z.object({ type: z.number(), info: z.string(), hash: z.string() })),
});
/** What the official signer made. */
const FIXTURE = new URL('./fixtures/signed-by-sdk.json', import.meta.url);
const { ownerKey, transactions } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const EXPIRES_MS = z.object({ ExpiredAt: z.number() }).parse(JSON.parse(transactions['nonce 0']?.info ?? '')).ExpiredAt;
const EXECUTION_MS = 300;
const LAG_MS = 2_000;
const faults = createFaults();

let directory: string;
let clock: ManualClock;
let venue: RunningLighter;
let account: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  clock = new ManualClock(EXPIRES_MS - 120_000);
  account = creditOffline(directory, privateKeyToAccount(ownerKey).address, 1_000, clock.nowMs());
  venue = await start();
});
afterEach(async () => {
  faults.clear();
  await venue.close();
  rmSync(directory, { recursive: true });
});

const start = (options: { readLagMs?: number; weightPerMinute?: number } = {}) => {
  const { readLagMs = 0, weightPerMinute } = options;
  return startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, faults, clock },
    ...(weightPerMinute === undefined ? { allowances: new Map([['127.0.0.1', 10_000_000]]) } : { weightPerMinute }),
    accounts: { stateDirectory: directory, readLagMs },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
};

async function again(options: Parameters<typeof start>[0]): Promise<void> {
  await venue.close();
  venue = await start(options);
}

async function call(path: string, form?: Record<string, string>) {
  const request = form && { method: 'POST', body: new URLSearchParams(form) };
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${venue.url}/api/v1/${path}`, { ...request, signal });
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect, and fail where it is not there.
  return { status: response.status, body: (await response.json()) as any };
}

function send(name: string) {
  const { type, info } = transactions[name] ?? { type: 0, info: '' };
  return call('sendTx', { tx_type: String(type), tx_info: info });
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await wait(10);
}

const nextNonce = async () => (await call(`nextNonce?account_index=${account}&api_key_index=4`)).body.nonce;
const statusOf = async (name: string) => (await call(`tx?by=hash&value=${transactions[name]?.hash}`)).body.status;
const inject = (fault: object) => faults.inject(faultRequest.parse({ venue: 'lighter', ...fault }));

describe('a transaction', () => {
  test('is accepted, executed some moments later, and known after a restart', async () => {
    expect(await send('nonce 0')).toMatchObject({ status: 200, body: { code: 200 } });
    expect([await statusOf('nonce 0'), await nextNonce()]).toEqual([1, 0]);
    await pass(EXECUTION_MS);
    expect([await statusOf('nonce 0'), await nextNonce()]).toEqual([2, 1]);
    await again({});
    expect([await statusOf('nonce 0'), await nextNonce()]).toEqual([2, 1]);
  });

  test('that was refused is answered with HTTP 400 and the venue’s code', async () => {
    expect(await send('nonce 1')).toEqual({ status: 400, body: { code: 21_104, message: 'invalid nonce' } });
  });

  test('in a body that is no form is refused', async () => {
    const request = { method: 'POST', body: '{}', headers: { 'content-type': 'text/html' } };
    const response = await fetch(`${venue.url}/api/v1/sendTx`, request);
    expect([response.status, await response.json()]).toEqual([400, { code: 20_001, message: 'invalid param: body' }]);
  });
});

describe('a fault', () => {
  test('can lose the answer of a transaction that was accepted', async () => {
    inject({ kind: 'err_timeout', when: 'after_accept' });
    expect(await send('nonce 0')).toMatchObject({ status: 500, body: { code: 29_500 } });
    await pass(EXECUTION_MS);
    expect(await statusOf('nonce 0')).toBe(2);
  });

  test('can refuse a transaction before the venue has seen it', async () => {
    inject({ kind: 'reject' });
    expect(await send('nonce 0')).toMatchObject({ status: 400, body: { code: 20_001 } });
    expect(await send('nonce 0')).toMatchObject({ status: 200 });
  });

  test('can close the connection after the acceptance', async () => {
    inject({ kind: 'disconnect', when: 'after_accept' });
    await expect(send('nonce 0')).rejects.toThrow('fetch failed');
    await pass(EXECUTION_MS);
    expect(await statusOf('nonce 0')).toBe(2);
  });

  test('can answer as if it had failed, and execute it later', async () => {
    inject({ kind: 'err_late', seconds: 2 });
    expect(await send('nonce 0')).toMatchObject({ status: 500 });
    await pass(EXECUTION_MS);
    expect(await nextNonce()).toBe(0);
    await pass(2_000);
    await wait(50);
    await pass(EXECUTION_MS);
    expect(await nextNonce()).toBe(1);
  });

  test('can leave what was accepted pending for long', async () => {
    inject({ kind: 'transaction_slow', seconds: 5 });
    await send('nonce 0');
    await pass(EXECUTION_MS);
    await pass(4_000);
    expect([await statusOf('nonce 0'), await nextNonce()]).toEqual([1, 0]);
    await pass(2_000);
    expect([await statusOf('nonce 0'), await nextNonce()]).toEqual([2, 1]);
  });

  test('can have the sequencer reject what was accepted', async () => {
    await send('nonce 0');
    await pass(EXECUTION_MS);
    inject({ kind: 'transaction_rejected' });
    expect(await send('nonce 1')).toMatchObject({ status: 200, body: { code: 200 } });
    await pass(EXECUTION_MS);
    expect([await statusOf('nonce 1'), await nextNonce()]).toEqual([0, 2]);
  });
});

test('a fault can have the venue liquidate an account', async () => {
  await venue.close();
  const journal = openJournal(directory);
  const store = new Store(journal);
  const known = store.account(account);
  if (known === undefined) throw new Error('the account is gone');
  const held = { size: 1_000n, entryMicroUsdc: 320_000_000n, realizedMicroUsdc: 0n };
  const position = { ...held, allocatedMicroUsdc: 0n, fundingPaidMicroUsdc: 0n };
  journal.transaction(() => store.saveAccount({ ...known, positions: { 0: position } }));
  journal.close();
  venue = await start();
  const shown = async () => (await call(`account?by=index&value=${account}`)).body.accounts[0].positions[0].position;
  await pass(1_000);
  expect(await shown()).toBe('0.1000');
  inject({ kind: 'liquidation', user: known.l1Address });
  await pass(1_000);
  expect(await shown()).toBe('0.0000');
});

test('every second read comes from a node that learns of a change late', async () => {
  await again({ readLagMs: LAG_MS });
  await send('nonce 0');
  await pass(EXECUTION_MS);
  expect([await nextNonce(), await nextNonce()]).toEqual([1, 0]);
  await pass(LAG_MS);
  expect([await nextNonce(), await nextNonce()]).toEqual([1, 1]);
});

test('an address sends sixty requests with transactions in a minute, beside sixty others', async () => {
  await again({ weightPerMinute: 24_000 });
  for (let sent = 0; sent < 60; sent += 1) expect(await call('sendTx', {})).toMatchObject({ status: 400 });
  expect(await send('nonce 0')).toEqual({ status: 429, body: { code: 23_000, message: 'Too Many Requests!' } });
  expect(await nextNonce()).toBe(0);
  await pass(60_000);
  expect(await send('nonce 0')).toMatchObject({ status: 200 });
});

test('sixty requests in a minute are about one account, by whichever name; others have their own sixty', async () => {
  const owner = privateKeyToAccount(ownerKey).address;
  const names = [`account?by=index&value=${account}`, `account?by=l1_address&value=${owner}`];
  names.push(`accountsByL1Address?l1_address=${owner}`, `nextNonce?account_index=${account}&api_key_index=4`);
  names.push(`accountActiveOrders?account_index=${account}`);
  for (let asked = 0; asked < 60; asked += 1) expect((await call(names[asked % 5] ?? '')).status).not.toBe(429);
  const refused = { status: 429, body: { code: 23_000, message: 'Too Many Requests!' } };
  for (const name of names) expect(await call(name)).toEqual(refused);
  expect(await call('createIntentAddress', { from_addr: owner })).toEqual(refused);
  expect(await call(`account?by=index&value=${account + 1}`)).toMatchObject({ body: { code: 21_100 } });
  expect(await call('orderBooks')).toMatchObject({ status: 200 });
  expect(await send('nonce 0')).toMatchObject({ status: 200 });
  await pass(60_000);
  expect((await call(names[0] ?? '')).status).toBe(200);
});
