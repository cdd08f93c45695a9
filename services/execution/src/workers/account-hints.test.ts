import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { OpenOwnStreams, OwnStreamsListener } from '@platform/venues/native-actions';
import type { ExecutionRecord } from '../executions/model.js';
import { ADDRESS, START_MS, TestDomain } from '../testing/domain.fixture.js';

const wire = { a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } };
const order = { type: 'order', orders: [wire], grouping: 'na' };
const shown = { order: { oid: 7, coin: 'BTC', timestamp: START_MS }, status: 'filled', statusTimestamp: START_MS };
const WAIT_MS_MAX = 10_000;
const SETTLE_MS = 100;

/** A venue's streams of accounts, which tell what the test says. */
let listener: OwnStreamsListener;
let followed: string[];
let unfollowed: string[];
let isTold: boolean;
const ownStreams: OpenOwnStreams = (told) => {
  listener = told;
  return {
    follow: ({ executionId }) => void followed.push(executionId),
    unfollow: (address) => void unfollowed.push(address),
    isTold: () => isTold,
    close: async () => undefined,
  };
};

let domain: TestDomain;
let running: TestDomain;
let looks: number;
let isFilled: boolean;

beforeAll(async () => {
  domain = await TestDomain.start('account_hints', { ownStreams, laterMs: 600_000 });
});
beforeEach(async () => {
  await domain.reset();
  [followed, unfollowed, isTold, looks, isFilled] = [[], [], false, 0, false];
  domain.venue.behaviour = 'hang_up';
  running = await domain.restarted();
  domain.venue.info = ({ type }) => {
    if (type === 'clearinghouseState') return { time: START_MS };
    if (type !== 'orderStatus') return undefined;
    looks += 1;
    return isFilled ? { status: 'order', order: shown } : { status: 'unknownOid' };
  };
  expect((await running.submit(order)).record.status).toBe('reconciling');
  await running.startReconciler();
});
afterEach(() => running.stop());
afterAll(() => domain.close());

/** Waits until something holds, while time passes. */
async function until(holds: () => boolean | Promise<boolean>, stepMs = 0): Promise<void> {
  for (const giveUpAtMs = performance.now() + WAIT_MS_MAX; !(await holds()); ) {
    if (performance.now() > giveUpAtMs) throw new Error(`not in time: ${JSON.stringify({ looks, followed })}`);
    domain.clock.advance(stepMs);
    await wait(10);
  }
}

/** Lets time pass as the runner wakes in it, and returns how many look-ups were made meanwhile. */
async function looksWithin(ms: number, meanwhile = () => {}): Promise<number> {
  const before = looks;
  for (const endMs = domain.clock.nowMs() + ms; domain.clock.nowMs() < endMs; ) {
    domain.clock.advance(500);
    meanwhile();
    await wait(10);
  }
  await wait(SETTLE_MS);
  return looks - before;
}

/** Waits until the account is followed, and all that happens to it is told. */
async function begin(): Promise<void> {
  await until(() => followed.length > 0, 100);
  isTold = true;
  const before = looks;
  listener.onBegun(ADDRESS);
  // The look-up before may not have ended yet: then the next one comes a quarter of a second behind it.
  await until(() => looks > before, 5);
  await wait(SETTLE_MS);
}

const hasEnded = async () => (await running.record()).status === 'succeeded';

test('an account is followed once two looks have not shown an outcome', async () => {
  await until(() => looks === 1);
  await wait(SETTLE_MS);
  expect(followed).toEqual([]);
  await until(() => followed.length === 1, 100);
  expect([looks, followed]).toEqual([2, [(await running.record())._id]]);
});

test('what happens to the account makes its look-up due at once, and the look-up says what it was', async () => {
  await begin();
  isFilled = true;
  listener.onChanged(ADDRESS);
  await until(hasEnded);
});

test('after the stream begins again everything undecided is looked up once', async () => {
  await begin();
  isTold = false;
  listener.onEnded(ADDRESS);
  isFilled = true;
  await wait(SETTLE_MS);
  expect(await hasEnded()).toBe(false);
  isTold = true;
  listener.onBegun(ADDRESS);
  await until(hasEnded);
});

test('an account that is told of is polled more rarely', async () => {
  await begin();
  expect(await looksWithin(300_000)).toBeLessThanOrEqual(11);
  isTold = false;
  listener.onEnded(ADDRESS);
  // One within five seconds, then a quarter of a minute apart.
  expect(await looksWithin(6_000)).toBe(1);
  expect(await looksWithin(60_000)).toBeGreaterThanOrEqual(3);
});

test('hints that never show an outcome cost no more look-ups than polling', async () => {
  await begin();
  const polled = 5 + 285 / 12;
  expect(await looksWithin(300_000, () => listener.onChanged(ADDRESS))).toBeLessThanOrEqual(polled + 11);
});

test('a hint during a look-up is followed by another one', async () => {
  await begin();
  const { promise: read, resolve: answer } = Promise.withResolvers<void>();
  const { info } = domain.venue;
  let isAsked = false;
  domain.venue.info = (request) => {
    const answered = info(request);
    // What happens now is not in the answer any more.
    if (request['type'] === 'orderStatus' && !isAsked) {
      isAsked = true;
      isFilled = true;
      listener.onChanged(ADDRESS);
      answer();
    }
    return answered;
  };
  listener.onChanged(ADDRESS);
  await read;
  await until(hasEnded, 20);
  expect(domain.clock.nowMs() - Number((await running.record()).createdAt)).toBeLessThan(5_000);
});

test('one that has nothing undecided any more is not followed for longer than two minutes', async () => {
  await begin();
  isFilled = true;
  listener.onChanged(ADDRESS);
  await until(hasEnded);
  expect(unfollowed).toEqual([]);
  await until(() => unfollowed.length === 1, 5_000);
  expect(unfollowed).toEqual([ADDRESS]);
});

test('what is told of somebody else makes nothing due', async () => {
  await begin();
  isFilled = true;
  listener.onChanged('0x2000000000000000000000000000000000000002');
  await wait(SETTLE_MS);
  expect(await hasEnded()).toBe(false);
  const { accountAddress }: ExecutionRecord = await running.record();
  listener.onChanged(accountAddress);
  await until(hasEnded);
});
