import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type MetricsServer, serveMetrics } from '@platform/observability/metrics';
import { type HeldLetter, PLACES, PostOffice } from './letters.fixture.js';
import { exposeFlow } from './metrics.js';
import type { FlowRunner } from './runner.js';
import { giveAllTurns } from './testing.js';
import type { Turn } from './turns.js';

const WAIT_MS_MAX = 90_000;
/** The time in which the runner polls for due operations. */
const LOOK_MS = 10;
const done = { kind: 'done' } as const;
let office: PostOffice;
let metrics: MetricsServer;
let runner: FlowRunner<HeldLetter['record'], HeldLetter['state']> | undefined;

beforeEach(async () => {
  [office, metrics] = await Promise.all([PostOffice.open('runner'), serveMetrics({ host: '127.0.0.1', port: 0 })]);
});

afterEach(async () => {
  await runner?.close();
  runner = undefined;
  await metrics.close();
  await office.connection.close();
});

async function start(advance: (held: HeldLetter) => Promise<Turn>): Promise<void> {
  runner = office.runner(office.letters(), advance);
  await runner.start();
}

/** Waits until something holds, moving the clock on while the runner sleeps and no turn is under way. */
async function until(holds: () => Promise<boolean> | boolean, stepMs = 0): Promise<void> {
  const giveUpAtMs = performance.now() + WAIT_MS_MAX;
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) throw new Error('the condition never held');
    await wait(LOOK_MS);
    if (stepMs === 0 || (await isTurnUnderWay())) continue;
    // A poll of the store takes no time by the clock, however busy the machine is.
    if (office.clock.sleeperCount > 0) office.clock.advance(stepMs);
  }
}

async function isTurnUnderWay(): Promise<boolean> {
  return (await office.model.exists({ 'lease.expiresAt': { $gt: new Date(0) } })) !== null;
}

/** Posts a letter, then delivers it. */
async function carry(held: HeldLetter): Promise<Turn> {
  await office.letters().move(held, held.state === 'written' ? 'post' : 'deliver');
  return done;
}

const delivered = () => office.model.countDocuments({ status: 'delivered' });

test('every operation is carried to its end, a step a turn, without the clock moving', async () => {
  await office.write(50);
  await start(carry);
  await until(async () => (await delivered()) === 50);
  expect(() => runner?.checkAlive()).not.toThrow();
});

test('a turn that hangs holds up none of another state, and no more than its own place', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await office.write(PLACES + 5, 'posted', 'stuck');
  let hanging = 0;
  await start(async (held) => {
    if (held.state === 'written') return carry(held);
    hanging += 1;
    await released;
    return { kind: 'waiting' };
  });
  await until(() => hanging === PLACES);
  await office.write(1);
  runner?.wake();
  await until(async () => (await office.read('written_0')).status === 'posted');
  expect(hanging).toBe(PLACES);
  office.clock.advance(120_000);
  expect(() => runner?.checkAlive()).toThrow('the runner of letters stands still');
  release();
});

test('an operation that throws each time is tried ever more rarely, shows in metrics, and holds up no other', async () => {
  exposeFlow(office.model, office.definition, office.clock);
  await office.write(1, 'written', 'bad');
  await office.write(3, 'written', 'good');
  const triedAtMs: number[] = [];
  await start(async (held) => {
    if (!held.record._id.startsWith('bad')) return carry(held);
    triedAtMs.push(office.clock.nowMs());
    throw new Error('no such address');
  });
  await until(async () => (await delivered()) === 3);
  await until(() => triedAtMs.length === 6, 100);
  const pausesMs = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
  for (const [index, pause] of pausesMs.entries()) {
    // Half a second at first, twice as long each time, a fifth more or less, until the runner polls.
    const expected = 500 * 2 ** index;
    expect(pause).toBeGreaterThanOrEqual(expected * 0.8);
    expect(pause).toBeLessThanOrEqual(expected * 1.2 + 1_000);
  }
  const shown = await (await fetch(metrics.url)).text();
  expect(shown).toContain('queue_failing_jobs{queue="letters",status="written"} 1');
  expect(shown).toContain('queue_jobs{queue="letters",status="written"} 1');
  expect(shown).toContain('queue_failing_jobs{queue="letters",status="posted"} 0');
  expect(office.logged.join('')).toMatch(/"operation":"bad_0".*could not be advanced/);
});

test('one that fails no more is no longer shown as failing, and goes on', async () => {
  await office.write(1);
  let fails = true;
  const turns = office.turns(office.letters(), async (held) => {
    if (fails) throw new Error('no');
    return carry(held);
  });
  await giveAllTurns(turns);
  expect(await office.read('written_0')).toMatchObject({ status: 'written', failures: 1 });
  fails = false;
  await giveAllTurns(turns);
  expect(await office.read('written_0')).toMatchObject({ status: 'delivered', failures: 0 });
});

test('one that waits is looked at again ever more rarely, and at its deadline', async () => {
  await office.write(1);
  const startMs = office.clock.nowMs();
  const deadline = new Date(startMs + 60_000);
  const lookedAtMs: number[] = [];
  await start(async () => {
    lookedAtMs.push(office.clock.nowMs() - startMs);
    return { kind: 'waiting', until: deadline };
  });
  await until(() => (lookedAtMs.at(-1) ?? 0) >= 60_000, 250);
  expect(lookedAtMs.length).toBeLessThan(12);
  expect(lookedAtMs.at(-1)).toBeLessThan(61_500);
});

test('one that waits is left alone for as long as its turn says, in place of the flow', async () => {
  await office.write(1);
  const lookedAtMs: number[] = [];
  await start(async () => {
    lookedAtMs.push(office.clock.nowMs());
    return { kind: 'waiting', between: { firstMs: 30_000, maxMs: 30_000, factor: 1 } };
  });
  await until(() => lookedAtMs.length === 3, 250);
  const [first = 0, second = 0, third = 0] = lookedAtMs;
  for (const pauseMs of [second - first, third - second]) {
    expect(pauseMs).toBeGreaterThanOrEqual(24_000);
    expect(pauseMs).toBeLessThanOrEqual(37_000);
  }
});

test('one that waits does not wait on for as long as the clock was set back', async () => {
  await office.write(1);
  let looks = 0;
  await start(async () => {
    looks += 1;
    return { kind: 'waiting' };
  });
  await until(() => looks === 6, 250);
  office.clock.set(-86_400_000);
  const setBackAtMs = office.clock.nowMs();
  await until(() => looks === 7, 250);
  expect(office.clock.nowMs() - setBackAtMs).toBeLessThanOrEqual(1_000);
});

test('what a dead process left is taken up by its successor at once', async () => {
  await office.write(4);
  for (let index = 0; index < 4; index += 1) await office.letters().takeDue(['written']);
  await start(carry);
  await until(async () => (await delivered()) === 4);
});

test('closing lets the turns under way end, and leaves the rest', async () => {
  await office.write(PLACES + 1);
  let begun = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await start(async (held) => {
    begun += 1;
    await released;
    return carry(held);
  });
  await until(() => begun === PLACES);
  const closed = runner?.close();
  release();
  await closed;
  expect(await office.model.countDocuments({ status: 'written' })).toBe(1);
  expect(await office.model.countDocuments({ 'lease.expiresAt': { $gt: new Date(0) } })).toBe(0);
});
