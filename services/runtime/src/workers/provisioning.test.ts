import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { NoRoomError } from '@platform/store/objects';
import { DIGEST, ScriptedFramework } from '../domain.fixture.js';
import { Provisioning } from './provisioning.js';

const MINUTE_MS = 60_000;
const OLDER = `sha256:${'b'.repeat(64)}`;
const OTHER = `sha256:${'c'.repeat(64)}`;

const opened: Provisioning[] = [];
afterEach(async () => {
  for (const provisioning of opened.splice(0)) await provisioning.close();
});

function version(imageDigest: string, status: ScriptedFramework['status'], isDefault: boolean): ScriptedFramework {
  const framework = new ScriptedFramework(imageDigest, isDefault);
  framework.status = status;
  return framework;
}

/** A version whose first installations fail. */
function failing(times: number, framework = version(DIGEST, 'provisioning', true), error = new Error('no network')) {
  framework.ensureReady = async () => {
    framework.installations += 1;
    framework.status = framework.installations > times ? 'ready' : 'failed';
    if (framework.status === 'failed') throw error;
  };
  return framework;
}

/** A version whose installation lasts until it is released; `begun` gets its digest when it begins. */
function lasting(framework: ScriptedFramework, begun: string[]): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  framework.ensureReady = async () => {
    begun.push(framework.describe().imageDigest);
    await promise;
    framework.status = 'ready';
  };
  return resolve;
}

function provisioningOf(...versions: ScriptedFramework[]) {
  const clock = new ManualClock(0);
  const state = { ready: 0, awaited: [] as string[], ended: [] as string[] };
  const provisioning = new Provisioning({
    frameworks: new Map([['freqtrade', versions]]),
    onReady: () => {
      state.ready += 1;
    },
    awaited: async () => state.awaited,
    endUnlisted: async () => 0,
    endUninstallable: async (imageDigest) => state.ended.push(imageDigest),
    clock,
    logger: createLogger(
      { process: 'test', level: 'silent' },
      new Writable({ write: (_chunk, _code, done) => done() }),
    ),
  });
  opened.push(provisioning);
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      clock.advance(MINUTE_MS);
      await settled();
    }
  };
  return { provisioning, state, pass };
}

/** Nothing here waits for anything but promises and the clock. */
const settled = () => new Promise(setImmediate);

describe('a default version', () => {
  test('whose download fails is tried again a minute later, until it succeeds', async () => {
    const framework = failing(3);
    const { provisioning, state, pass } = provisioningOf(framework);
    await provisioning.start();
    await settled();
    expect(framework.installations).toBe(1);
    await pass(3);
    expect([framework.installations, state.ready]).toEqual([4, 1]);
  });

  test('that has failed ten times is tried less often, and never given up', async () => {
    const framework = failing(Number.POSITIVE_INFINITY);
    const { provisioning, state, pass } = provisioningOf(framework);
    await provisioning.start();
    await settled();
    await pass(9);
    expect(framework.installations).toBe(10);
    // After 2, 4 and 8 minutes, then every quarter of an hour.
    await pass(14);
    expect(framework.installations).toBe(13);
    await pass(60);
    expect([framework.installations, state.ended]).toEqual([17, []]);
  });
});

describe('an older version', () => {
  test('that fails ten times is given up with what waits for it, until somebody asks again', async () => {
    const framework = failing(13, version(OLDER, 'on_demand', false));
    const { provisioning, state, pass } = provisioningOf(framework);
    await provisioning.start();
    provisioning.want(framework);
    await settled();
    await pass(8);
    expect([framework.installations, state.ended]).toEqual([9, []]);
    await pass(10);
    expect([framework.installations, state.ended]).toEqual([10, [OLDER]]);
    provisioning.want(framework);
    await settled();
    await pass(3);
    expect([framework.installations, state.ready]).toEqual([14, 1]);
  });

  test('is wanted within a minute of the backtest that waits for it, whenever that was queued', async () => {
    const framework = version(OLDER, 'on_demand', false);
    const { provisioning, state, pass } = provisioningOf(framework);
    provisioning.want(framework);
    await provisioning.start();
    state.awaited.push(OLDER);
    await settled();
    expect(framework.installations).toBe(0);
    await pass(1);
    expect(framework.installations).toBe(1);
  });

  test('waits for disk space as long as it takes', async () => {
    const full = new NoRoomError(0, 1, '/cache');
    const framework = failing(30, version(OLDER, 'on_demand', false), full);
    const { provisioning, state, pass } = provisioningOf(framework);
    await provisioning.start();
    provisioning.want(framework);
    await settled();
    await pass(30);
    expect([state.ready, state.ended]).toEqual([1, []]);
  });

  test('is installed after the default ones, and one at a time', async () => {
    const begun: string[] = [];
    const [older, current, other] = [
      version(OLDER, 'on_demand', false),
      version(DIGEST, 'provisioning', true),
      version(OTHER, 'on_demand', false),
    ];
    const [releaseOlder, releaseCurrent, releaseOther] = [older, current, other].map((each) => lasting(each, begun));
    const { provisioning, state } = provisioningOf(older, current, other);
    state.awaited.push(OLDER, OTHER);
    await provisioning.start();
    await settled();
    expect(begun).toEqual([DIGEST]);
    releaseCurrent?.();
    await settled();
    expect(begun).toEqual([DIGEST, OLDER]);
    releaseOlder?.();
    await settled();
    expect(begun).toEqual([DIGEST, OLDER, OTHER]);
    releaseOther?.();
    await settled();
    expect(state.ready).toBe(3);
  });
});

test('what fails since the platform stops is neither tried again nor given up', async () => {
  const framework = version(OLDER, 'on_demand', false);
  const { promise, reject } = Promise.withResolvers<void>();
  framework.ensureReady = () => promise;
  const { provisioning, state, pass } = provisioningOf(framework);
  await provisioning.start();
  provisioning.want(framework);
  await settled();
  await provisioning.close();
  reject(new Error('stopped'));
  await pass(20);
  expect([state.ready, state.ended]).toEqual([0, []]);
});
