import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { OwnBucket, type Rates, type SharedLevels } from './buckets.js';
import type { Priority } from './priority.js';
import { sharedBudgets, WeightBudget } from './weight-budget.js';

const never = new AbortController().signal;
const SHARE = 1_000;

/** Returns a budget, and the released requests in their order. */
function open(share = SHARE) {
  const clock = new ManualClock(1_000_000);
  const budget = new WeightBudget(share, clock);
  const sent: { readonly name: string; readonly weight: number; readonly atMs: number }[] = [];
  const failed: string[] = [];
  const ask = (name: string, weight: number, priority: Priority, signal = never) => {
    budget.take(weight, priority, signal).then(
      () => sent.push({ name, weight, atMs: clock.nowMs() }),
      (error: Error) => failed.push(`${name}: ${error.message}`),
    );
  };
  /** Lets time pass in small steps, so that sleepers wake as they would. */
  const pass = async (durationMs: number, stepMs = 50) => {
    for (let passed = 0; passed < durationMs; passed += stepMs) {
      clock.advance(stepMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, budget, sent, failed, ask, pass, names: () => sent.map(({ name }) => name) };
}

/** Returns the most that was spent in any minute. */
function highest(sent: readonly { readonly weight: number; readonly atMs: number }[]): number {
  const spentFrom = (fromMs: number) =>
    sent.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 60_000).reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(0, ...sent.map(({ atMs }) => spentFrom(atMs)));
}

describe('a share of the allowance', () => {
  test('is never exceeded in any minute, whatever is asked for, and is mostly used', async () => {
    const { sent, ask, pass } = open();
    for (let index = 0; index < 400; index += 1) ask(`r${index}`, [2, 20, 60][index % 3] ?? 2, 'read');
    await pass(180_000, 250);
    expect(highest(sent)).toBeLessThanOrEqual(SHARE);
    expect(highest(sent)).toBeGreaterThan(SHARE * 0.7);
  });

  test('holds for two that divide it from some moment on, of which one starts then', async () => {
    const { clock, budget, sent, pass } = open();
    const spend = (each: WeightBudget) => {
      for (let index = 0; index < 200; index += 1)
        void each.take(20, 'read', never).then(() => sent.push({ name: '', weight: 20, atMs: clock.nowMs() }));
    };
    await pass(60_000, 1_000);
    spend(budget);
    await pass(20_000, 250);
    budget.limitTo(SHARE / 2);
    spend(new WeightBudget(SHARE / 2, clock));
    await pass(120_000, 250);
    expect(highest(sent)).toBeLessThanOrEqual(SHARE);
    expect(highest(sent)).toBeGreaterThan(SHARE * 0.6);
  });

  test('holds across a restart: what comes after starts with nothing', async () => {
    const first = open();
    await first.pass(60_000, 1_000);
    for (let index = 0; index < 50; index += 1) first.ask('old', 20, 'read');
    await first.pass(1_000);
    const { clock, budget } = { clock: first.clock, budget: new WeightBudget(SHARE, first.clock) };
    const sent = [...first.sent];
    for (let index = 0; index < 50; index += 1)
      void budget.take(20, 'read', never).then(() => sent.push({ name: 'new', weight: 20, atMs: clock.nowMs() }));
    await first.pass(60_000, 250);
    const after = sent.filter(({ name, atMs }) => name === 'new' || atMs <= 1_061_000);
    expect(highest(after)).toBeLessThanOrEqual(SHARE);
  });

  test('pays off a request that is heavier than the burst before the next', async () => {
    const { ask, pass, names } = open(100);
    ask('heavy', 60, 'read');
    await pass(30_000, 500);
    expect(names()).toEqual(['heavy']);
    ask('light', 2, 'money');
    await pass(10_000, 500);
    expect(names()).toEqual(['heavy']);
    await pass(40_000, 500);
    expect(names()).toEqual(['heavy', 'light']);
  });

  test('counts what an answer cost more than expected', async () => {
    const { budget, ask, pass, names } = open();
    await pass(60_000, 1_000);
    budget.charge(250);
    ask('next', 2, 'money');
    await pass(100);
    expect(names()).toEqual([]);
    await pass(200);
    expect(names()).toEqual(['next']);
  });
});

describe('what has to wait', () => {
  test('goes in the order of priority, then of its coming', async () => {
    const { ask, pass, names } = open();
    ask('collector', 20, 'background');
    ask('read 1', 20, 'read');
    ask('read 2', 20, 'read');
    await pass(100);
    ask('proof', 20, 'proof');
    ask('order', 1, 'money');
    ask('look-up', 2, 'money');
    await pass(20_000);
    expect(names()).toEqual(['order', 'look-up', 'proof', 'read 1', 'read 2', 'collector']);
  });

  test('is not starved by proofs: reads that wait get half', async () => {
    const { ask, pass, sent } = open();
    for (let index = 0; index < 900; index += 1) ask('proof', 2, 'proof');
    for (let index = 0; index < 900; index += 1) ask('read', 2, 'read');
    await pass(120_000, 250);
    const reads = sent.filter(({ name }) => name === 'read').length;
    expect(reads / sent.length).toBeGreaterThan(0.3);
    expect(reads / sent.length).toBeLessThan(0.6);
  });

  test('does not find the burst spent by the collector', async () => {
    const { ask, pass, names, budget } = open();
    await pass(60_000, 1_000);
    for (let index = 0; index < 20; index += 1) ask('collector', 60, 'background');
    await pass(50);
    expect(names().length).toBeLessThan(4);
    expect([budget.mustWait(60, 'read'), budget.mustWait(60, 'background')]).toEqual([false, true]);
    ask('read', 60, 'read');
    await pass(50);
    expect(names().at(-1)).toBe('read');
  });

  test('is removed when aborted, and no other request waits for it', async () => {
    const { ask, pass, names, failed } = open();
    const enough = new AbortController();
    ask('heavy', 240, 'money', enough.signal);
    ask('light', 2, 'read');
    await pass(1_000);
    expect(names()).toEqual([]);
    enough.abort(new Error('enough'));
    await pass(50);
    expect([names(), failed]).toEqual([['light'], ['heavy: enough']]);
  });

  test('is refused where a thousand wait already', async () => {
    const { ask, pass, failed } = open();
    for (let index = 0; index < 1_001; index += 1) ask(`r${index}`, 20, 'background');
    await pass(50);
    expect(failed).toEqual(['r1000: 1000 requests queued']);
  });
});

test('a venue that says that nothing is left is believed', async () => {
  const { budget, ask, pass, names } = open();
  await pass(60_000, 1_000);
  budget.drain();
  ask('next', 20, 'read');
  await pass(1_000);
  expect(names()).toEqual([]);
  await pass(1_000);
  expect(names()).toEqual(['next']);
});

/** What a database keeps for all instances, which takes a while to answer; `isAway`: it does not answer. */
class Levels implements SharedLevels {
  readonly #buckets = new Map<string, OwnBucket>();
  isAway = false;

  constructor(private readonly clock: ManualClock) {}

  async take(name: string, { weight, needed, ...rates }: { weight: number; needed: number } & Rates) {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isAway) throw new Error('the database is away');
    const bucket = this.#bucketOf(name, rates);
    const isTaken = await bucket.take(weight, needed);
    return { isTaken, level: bucket.level() };
  }

  spend(name: string, weight: number, rates: Rates): void {
    this.#bucketOf(name, rates).spend(weight);
  }

  drain(name: string): void {
    this.#buckets.get(name)?.drain();
  }

  #bucketOf(name: string, rates: Rates): OwnBucket {
    const found = this.#buckets.get(name) ?? new OwnBucket(rates, this.clock);
    this.#buckets.set(name, found);
    return found;
  }
}

describe('a share that instances have together', () => {
  /** Returns two instances, and all that they have sent. */
  function openTwo() {
    const { clock, pass } = open();
    const levels = new Levels(clock);
    const instance = () => sharedBudgets(levels, clock)('requests', SHARE);
    const sent: { readonly weight: number; readonly atMs: number }[] = [];
    const ask = (budget: WeightBudget, weight: number, signal = never) =>
      budget.take(weight, 'read', signal).then(() => sent.push({ weight, atMs: clock.nowMs() }));
    return { levels, instance, sent, ask, pass };
  }

  test('is never exceeded in any minute, and one uses what the other leaves', async () => {
    const { instance, sent, ask, pass } = openTwo();
    const [first, second] = [instance(), instance()];
    for (let index = 0; index < 100; index += 1) {
      void ask(first, 20);
      void ask(second, 20);
    }
    await pass(90_000, 250);
    expect(highest(sent)).toBeLessThanOrEqual(SHARE);
    for (let index = 0; index < 100; index += 1) void ask(first, 20);
    const before = sent.length;
    await pass(120_000, 250);
    expect(highest(sent)).toBeLessThanOrEqual(SHARE);
    expect(sent.length - before).toBeGreaterThan(50);
  });

  test('is refilled from its opening on, not from the first request on', async () => {
    const { instance, sent, ask, pass } = openTwo();
    const budget = instance();
    await pass(30_000, 1_000);
    void ask(budget, 200);
    await pass(50);
    expect(sent).toHaveLength(1);
  });

  test('is not spent again by an instance that takes the place of a killed one', async () => {
    const { instance, sent, ask, pass } = openTwo();
    await pass(60_000, 1_000);
    const killed = instance();
    for (let index = 0; index < 50; index += 1) void ask(killed, 20);
    await pass(1_000);
    const next = instance();
    for (let index = 0; index < 50; index += 1) void ask(next, 20);
    await pass(60_000, 250);
    expect(highest(sent)).toBeLessThanOrEqual(SHARE);
  });

  test('is not spent at all where nobody can say what is left', async () => {
    const { levels, instance, sent, ask, pass } = openTwo();
    const budget = instance();
    void ask(budget, 20);
    await pass(10_000, 250);
    expect(sent).toHaveLength(1);
    levels.isAway = true;
    await expect(Promise.all([ask(budget, 20), pass(1_000)])).rejects.toThrow('the database is away');
    levels.isAway = false;
    void ask(budget, 20);
    await pass(1_000);
    expect(sent).toHaveLength(2);
  });

  test('is not waited for while the database is merely asked about others', async () => {
    const { instance, ask, pass } = openTwo();
    const budget = instance();
    void ask(budget, 20);
    await pass(60_000, 1_000);
    const asked = [ask(budget, 20), ask(budget, 20)];
    expect([budget.mustWait(20, 'read'), budget.mustWait(220, 'read')]).toEqual([false, true]);
    await pass(50);
    await Promise.all(asked);
  });

  test('gets back what was spent for a request that was given up meanwhile', async () => {
    const { instance, sent, ask, pass } = openTwo();
    const budget = instance();
    await pass(10_000, 250);
    void ask(budget, 1);
    await pass(60_000, 1_000);
    const enough = new AbortController();
    const given = ask(budget, 250, enough.signal).catch((error: Error) => error.message);
    enough.abort(new Error('enough'));
    await pass(50);
    expect(await given).toBe('enough');
    void ask(budget, 250);
    await pass(50);
    expect(sent.map(({ weight }) => weight)).toEqual([1, 250]);
  });
});
