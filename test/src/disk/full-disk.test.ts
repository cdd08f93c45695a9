import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling } from '@platform/kit/sampling';
import mongoose from 'mongoose';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';
import { Volume } from './volume.js';

/** A volume of 1 GB that is filled three times (once in a sample, `DISK_FILLS` times if told) while money moves and backtests run. */

const VOLUME_MIB = 1_024;
const TIMES = Number(process.env['DISK_FILLS'] ?? (isSampling ? 1 : 3));
const FULL_MS = 6_000;
const BACK_MS_MAX = 120_000;
const PACE_MS = 500;
/** Less than the tenth of the volume that is kept free. */
const NEARLY_FULL_MIB = 60;
const TEST_MS_MAX = 300_000;
/** Enough for some hundred resting orders. */
const FUNDED_USD = 20_000;
/** The allowed answers to callers while there is no space. */
const DOCUMENTED = /^(done|503 \w+|504 deadline_exceeded)$/;
/** What pino writes of an error. */
const ERROR_LEVEL = '"level":50';
/** Periodic work logs this while there is no space. */
const EXPECTED = '"msg":"a round failed"';
const ERRORS_SHOWN = 20;

let volume: Volume;
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  volume = await Volume.mount(VOLUME_MIB);
  platform = await Platform.start('its disk is filled', { FEATURE_WITHDRAWAL_OTP: 'true' }, volume.folder);
  customer = await Customer.register(platform, 'in-need-of-space');
  await Customer.fund(platform, [customer], FUNDED_USD);
  await customer.setUp(String(FUNDED_USD / 2));
}, 300_000);

afterAll(async () => {
  await platform.stop();
  await volume[Symbol.asyncDispose]();
});

/** Makes the database write now what it would write within a minute: it ends where there is no space for that. */
async function checkpoint(): Promise<void> {
  const connection = mongoose.createConnection(await platform.mongodbUri(), {
    serverSelectionTimeoutMS: 2_000,
    socketTimeoutMS: 5_000,
  });
  await connection
    .asPromise()
    .then((open) => open.db?.admin().command({ fsync: 1 }))
    .catch(() => undefined);
  await connection.close();
}

/** Sends requests while there is no space; returns how each was answered. */
async function bustle(signal: AbortSignal): Promise<string[]> {
  const { venues } = await platform.descriptor();
  const action = restingOrder(await restingMarket(venues.hyperliquid.url));
  const answers: string[] = [];
  const { caller } = customer;
  while (!signal.aborted) {
    const key = { 'idempotency-key': randomUUID() };
    const asked = await Promise.all([
      caller.send('POST', '/runtime/backtests', backtestRequest()),
      caller.send('POST', '/runtime/executions', { venue: 'hyperliquid', action }, key),
      caller.send('GET', '/wallet'),
    ]);
    answers.push(...asked.map(({ status, body }) => (status < 300 ? 'done' : `${status} ${body?.error?.code}`)));
    await sleep(PACE_MS);
  }
  return answers;
}

/** Returns the newest errors that any process logged for a request. */
async function errorsLogged(): Promise<string[]> {
  const lines = (await platform.logs()).split('\n');
  return lines.filter((line) => line.includes(ERROR_LEVEL) && !line.includes(EXPECTED)).slice(-ERRORS_SHOWN);
}

/** Every part that stores something answers. */
async function everythingIsBack(): Promise<boolean> {
  const paths = ['/wallet', '/runtime/backtests', '/runtime/executions', '/context/markets', '/account'];
  const answers = await Promise.all(paths.map((path) => customer.caller.send('GET', path)));
  return answers.every(({ status }) => status === 200);
}

async function all(path: string, name: string): Promise<{ status: string }[]> {
  const found: { status: string }[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await customer.caller.send('GET', `${path}?limit=100${cursor}`);
    if (status !== 200) throw new Error(`${path} is answered ${status}`);
    found.push(...body[name]);
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

test.each(Array.from({ length: TIMES }, (_, index) => index + 1))(
  'a disk that is full for the %d. time is survived, and everything is back within 30 s of space',
  async () => {
    const end = new AbortController();
    const bustling = bustle(end.signal);
    await sleep(PACE_MS);
    await volume.fill();
    await checkpoint();
    await volume.fill();
    await sleep(FULL_MS);
    await volume.empty();
    await until('every part', everythingIsBack, (isBack) => isBack, { timeoutMs: BACK_MS_MAX });
    end.abort();
    const answers = await bustling;
    expect(answers).toContain('done');
    const odd = answers.filter((answer) => !DOCUMENTED.test(answer));
    expect({ odd, because: odd.length === 0 ? [] : await errorsLogged() }).toEqual({ odd: [], because: [] });
  },
  TEST_MS_MAX,
);

test(
  'after it every backtest and order ends, the venue has what the orders say, and the ledger is silent',
  async () => {
    await until(
      'every backtest to end',
      () => all('/runtime/backtests', 'backtests'),
      (backtests) => backtests.every(({ status }) => status === 'finished' || status === 'error'),
    );
    const executions = await until(
      'every order to be settled',
      () => all('/runtime/executions', 'executions'),
      (found) => found.every(({ status }) => status !== 'submitting' && status !== 'reconciling'),
    );
    const placed = executions.filter(({ status }) => status === 'succeeded');
    expect(await customer.openOrders()).toHaveLength(placed.length);
    expect(placed.length).toBeGreaterThan(TIMES);
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
  },
  TEST_MS_MAX,
);

test('before it is full, backtests and what they wait for are refused first', async () => {
  await volume.fill(NEARLY_FULL_MIB);
  const { status, body } = await customer.caller.send('POST', '/runtime/backtests', backtestRequest());
  expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(body.error.message).toContain('disk space');
  const readiness = await customer.caller.send('GET', '/readyz');
  expect(readiness.body.checks.runtime.status).toBe('unready');
  expect((await customer.caller.send('GET', '/wallet')).status).toBe(200);
  await volume.empty();
});
