/** Two instances with different images of a framework: what one of them can run waits for it. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase, ScriptedFramework, validRequest } from '../domain.fixture.js';
import { runnableImages } from '../frameworks/versions.js';
import { takeAway } from './instances.fixture.js';

const SHARED = `sha256:${'a'.repeat(64)}`;
const OWN = `sha256:${'b'.repeat(64)}`;
const MINUTE_MS = 60_000;
const call = { accountId: 'acc_1', requestId: 'r1', isGivenUp: () => false };
let connection: Connection;
let clock: ManualClock;

beforeAll(async () => {
  connection = await openDatabase('two_images');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(Date.UTC(2026, 5, 1));
});

afterAll(() => connection.close());

/** An instance that lists these versions and has given a sign. */
async function open(owner: string, ...versions: ScriptedFramework[]) {
  const domain = await buildDomain(connection, { clock, owner, frameworks: new Map([['freqtrade', versions]]) });
  await domain.nodes.beat(runnableImages(domain.frameworks));
  return domain;
}

/** Returns the status of the only backtest. */
async function statusOf({ store }: Awaited<ReturnType<typeof open>>): Promise<string | undefined> {
  return (await store.list('acc_1', {}, { older: {}, limit: 2 })).at(0)?.status;
}

test('a backtest on an image that another instance alone lists goes on waiting as this one starts', async () => {
  const a = await open('a', new ScriptedFramework(SHARED), new ScriptedFramework(OWN, false));
  await a.creation.create(validRequest({ imageDigest: OWN }), call);
  const b = await open('b', new ScriptedFramework(SHARED));
  await b.provisioning.start();
  expect(await statusOf(b)).toBe('queued');
  await b.provisioning.close();
  await takeAway(connection, 'a');
  await b.provisioning.start();
  expect(await statusOf(b)).toBe('error');
  await b.provisioning.close();
});

test('a backtest is queued, and waits, where another instance alone could install its image; it ends with the last that can', async () => {
  const a = await open('a', new ScriptedFramework(SHARED));
  const broken = new ScriptedFramework(SHARED, false);
  broken.status = 'failed';
  broken.ensureReady = () => Promise.reject(new Error('no network'));
  const b = await open('b', broken);
  await b.provisioning.start();
  await b.creation.create(validRequest(), call);
  const giveUp = async () => {
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance(MINUTE_MS);
      await wait(20);
    }
  };
  await giveUp();
  expect(await statusOf(a)).toBe('queued');
  await takeAway(connection, 'a');
  await expect(b.creation.create(validRequest(), call)).rejects.toMatchObject({ code: 'service_unavailable' });
  await giveUp();
  expect(await statusOf(a)).toBe('error');
  await b.provisioning.close();
});

test('a backtest that one instance runs is cancelled through the other', async () => {
  const running = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const framework = new ScriptedFramework(SHARED);
  framework.run = async (_job, { signal }) => {
    running.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    ended.resolve();
    return { kind: 'error', code: 'cancelled', message: 'the run was cancelled', findings: [], claimed: false };
  };
  const a = await open('a', framework);
  const b = await open('b', new ScriptedFramework(SHARED));
  await a.workers.start();
  const { backtest } = await b.creation.create(validRequest(), call);
  a.workers.wake();
  await running.promise;
  expect((await b.store.cancel('acc_1', backtest._id)).backtest).toMatchObject({ status: 'error' });
  const advancing = setInterval(() => clock.advance(1_000), 10);
  await ended.promise;
  clearInterval(advancing);
  await a.workers.close();
  expect(await statusOf(a)).toBe('error');
});
