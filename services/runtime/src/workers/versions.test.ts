import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Clock, ManualClock, systemClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  DIGEST,
  emptyDatabase,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';

type Domain = Awaited<ReturnType<typeof buildDomain>>;

const OLDER = `sha256:${'b'.repeat(64)}`;
const call = { accountId: 'acc_1', requestId: 'r', isGivenUp: () => false };

let connection: Connection;
let current: ScriptedFramework;
let older: ScriptedFramework;
/** The digests that runs ran on, in their order. */
let ran: string[];
const domains: Domain[] = [];

beforeAll(async () => {
  connection = await openDatabase('versions');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  ran = [];
  [current, older] = [scripted(DIGEST, true), scripted(OLDER, false)];
  older.status = 'on_demand';
});

afterEach(async () => {
  await Promise.all(domains.splice(0).flatMap(({ workers, provisioning }) => [workers.close(), provisioning.close()]));
});

afterAll(() => connection.close());

function scripted(digest: string, isDefault: boolean): ScriptedFramework {
  const framework = new ScriptedFramework(digest, isDefault);
  framework.run = async () => {
    ran.push(digest);
    return FINISHED;
  };
  return framework;
}

async function build(versions = [current, older], clock: Clock = systemClock): Promise<Domain> {
  const domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', versions]]), clock });
  domains.push(domain);
  return domain;
}

describe('a backtest', () => {
  test('runs on the default version unless it pins another, which is installed then', async () => {
    const { creation, workers, provisioning, store } = await build();
    await Promise.all([workers.start(), provisioning.start()]);
    const unpinned = await creation.create(validRequest(), call);
    expect(unpinned.backtest.framework.imageDigest).toBe(DIGEST);
    await untilStatuses(connection, { finished: 1 });
    expect(older.installations).toBe(0);
    const pinned = await creation.create(validRequest({ imageDigest: OLDER }), call);
    await untilStatuses(connection, { finished: 2 });
    expect(older.installations).toBe(1);
    expect(ran).toEqual([DIGEST, OLDER]);
    const [read] = await store.findMany('acc_1', [pinned.backtest._id]);
    expect(read?.framework).toEqual({ id: 'freqtrade', imageDigest: OLDER });
  });

  test('waits for the version that it is to run on, which keeps no other one waiting', async () => {
    const { creation, workers } = await build();
    await workers.start();
    const { backtest } = await creation.create(validRequest({ imageDigest: OLDER }), call);
    await creation.create(validRequest(), call);
    await untilStatuses(connection, { finished: 1, queued: 1 });
    expect(backtest.status).toBe('queued');
    older.status = 'ready';
    workers.wake();
    await untilStatuses(connection, { finished: 2 });
    expect(ran).toEqual([DIGEST, OLDER]);
  });

  test('that was accepted before an upgrade runs on what it was accepted for, which is installed at the next start', async () => {
    const before = await build([scripted(OLDER, true)]);
    await before.creation.create(validRequest(), call);
    const { workers, provisioning } = await build();
    await Promise.all([workers.start(), provisioning.start()]);
    await untilStatuses(connection, { finished: 1 });
    expect(ran).toEqual([OLDER]);
    expect([current.installations, older.installations]).toEqual([0, 1]);
  });

  test('that waits for an image which nobody has kept ends, saying so', async () => {
    const before = await build([scripted(`sha256:${'c'.repeat(64)}`, true)]);
    const { backtest } = await before.creation.create(validRequest(), call);
    const { workers, provisioning, store } = await build();
    await Promise.all([workers.start(), provisioning.start()]);
    await untilStatuses(connection, { error: 1 });
    const [read] = await store.findMany('acc_1', [backtest._id]);
    expect(read).toMatchObject({ error: { code: 'platform_failed', message: expect.stringContaining('no longer') } });
    expect(ran).toEqual([]);
  });

  test('that waits for a version which can not be installed ends, saying what to do; others wait on', async () => {
    const clock = new ManualClock(Date.now());
    const { creation, provisioning, store } = await build([current, older], clock);
    older.ensureReady = current.ensureReady = async () => {
      throw new Error('read-only file system');
    };
    current.status = 'provisioning';
    await provisioning.start();
    const { backtest } = await creation.create(validRequest({ imageDigest: OLDER }), call);
    await creation.create(validRequest(), call);
    for (let minute = 0; minute < 15; minute += 1) {
      await systemClock.sleep(20);
      clock.advance(60_000);
    }
    await untilStatuses(connection, { error: 1, queued: 1 });
    const [read] = await store.findMany('acc_1', [backtest._id]);
    expect(read).toMatchObject({
      error: { code: 'platform_failed', message: expect.stringContaining('Without image_digest') },
    });
  });
});
