import { describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from './index.js';

describe('ManualClock', () => {
  test('a sleeper wakes when its instant is reached and not before', async () => {
    const clock = new ManualClock(1_000);
    let awake = false;
    const sleeping = clock.sleep(100).then(() => {
      awake = true;
    });
    clock.advance(99);
    await Promise.resolve();
    expect(awake).toBe(false);
    clock.advance(1);
    await sleeping;
    expect(clock.nowMs()).toBe(1_100);
  });

  test('a sleeper sleeps as long as it was to, wherever the clock is set meanwhile', async () => {
    const clock = new ManualClock(1_000);
    const slept: string[] = [];
    const sleepers = ['forward', 'back'].map((name) => clock.sleep(100).then(() => slept.push(name)));
    clock.set(5_000);
    clock.set(-9_000);
    clock.advance(99);
    await Promise.resolve();
    expect([clock.nowMs(), slept]).toEqual([-2_901, []]);
    clock.advance(1);
    await Promise.all(sleepers);
    expect(slept).toHaveLength(2);
  });

  test('an aborted sleeper rejects with the reason', async () => {
    const controller = new AbortController();
    const sleeping = new ManualClock(0).sleep(100, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(sleeping).rejects.toThrow('stopped');
  });
});

describe('ids and digits', () => {
  test('later ids sort after earlier ones and carry their prefix', () => {
    const clock = new ManualClock(1_000);
    const ids = createIdSource(clock, systemRandom);
    const first = ids.next('bt');
    clock.advance(1);
    const second = ids.next('bt');
    expect(first).toMatch(/^bt_[0-9a-z]{26}$/);
    expect(second > first).toBe(true);
  });

  test('digits keep their leading zeros', () => {
    for (let round = 0; round < 1_000; round += 1) expect(systemRandom.digits(6)).toMatch(/^\d{6}$/);
  });
});
