import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { systemClock } from '@platform/clock';
import { createLogger } from '@platform/logging';
import { ScriptedFramework } from '../domain.fixture.js';
import { Provisioning } from './provisioning.js';

/** A clock on which nobody waits, and that counts how often somebody would have. */
function impatientClock() {
  const clock = {
    pauses: 0,
    now: systemClock.now,
    nowMs: systemClock.nowMs,
    sleep: async () => {
      clock.pauses += 1;
    },
  };
  return clock;
}

function failing(times: number): ScriptedFramework {
  const framework = new ScriptedFramework();
  framework.status = 'provisioning';
  framework.ensureReady = async () => {
    framework.installations += 1;
    framework.status = framework.installations > times ? 'ready' : 'failed';
    if (framework.status === 'failed') throw new Error('no network');
  };
  return framework;
}

function provisioningOf(framework: ScriptedFramework) {
  const clock = impatientClock();
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const provisioning = new Provisioning({
    frameworks: new Map([['freqtrade', [framework]]]),
    onReady: resolve,
    awaited: async () => [],
    endUnlisted: async () => 0,
    clock,
    logger: createLogger(
      { process: 'test', level: 'silent' },
      new Writable({ write: (_chunk, _code, done) => done() }),
    ),
  });
  return { provisioning, clock, ready };
}

test('a download that fails is tried again a minute later, until it succeeds', async () => {
  const framework = failing(3);
  const { provisioning, clock, ready } = provisioningOf(framework);
  await provisioning.start();
  await ready;
  expect([framework.installations, clock.pauses]).toEqual([4, 3]);
  await provisioning.close();
});

test('one that fails ten times is left alone until somebody asks again', async () => {
  const framework = failing(13);
  const { provisioning, ready } = provisioningOf(framework);
  await provisioning.start();
  // Nothing of it waits for anything but promises.
  await new Promise(setImmediate);
  expect([framework.installations, framework.status]).toEqual([10, 'failed']);
  provisioning.want(framework);
  await ready;
  expect(framework.installations).toBe(14);
  await provisioning.close();
});
