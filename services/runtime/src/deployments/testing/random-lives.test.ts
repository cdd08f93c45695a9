import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seedFor } from '@platform/kit/sampling';
import fc from 'fast-check';
import { type Expiry, Lives } from './lives.fixture.js';
import { audit, settle } from './lives-audit.fixture.js';

/** CONTRIBUTING.md names the command for more steps. */
const STEPS = Number(process.env['RANDOM_LIVES_STEPS'] ?? (isSampling ? 100 : 200));
const seed = Number(process.env['RANDOM_LIVES_SEED'] ?? seedFor('random lives') ?? randomInt(2 ** 31));
const MS_A_STEP = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let lives: Lives;

beforeAll(async () => {
  lives = await Lives.open('random_lives');
});

afterAll(() => lives.close());

const place = fc.integer({ min: 0, max: 11 });
const kind = <Name extends string>(name: Name) => fc.constant(name);
const expiry: fc.Arbitrary<Expiry> = fc.record({
  inMs: fc.oneof(fc.constant(null), fc.integer({ min: MINUTE_MS, max: DAY_MS })),
  mode: fc.constantFrom('stop', 'block_entries'),
});
const byMs = fc.integer({ min: -DAY_MS, max: DAY_MS });
/** Whether a strategy fails, or its process ends by itself. */
const code = fc.constantFrom(undefined, undefined, undefined, 'strategy_failed');

/** One event in the lives of twelve deployments. */
const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: kind('start'), place, expiry: fc.option(expiry, { nil: undefined }) }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('stop'), place }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('patch'), place, expiry }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('delete'), place, acknowledged: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ kind: kind('end'), place, code }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('lose'), place }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('hold'), place, isOpen: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('set'), byMs }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('there and back'), byMs, seconds: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('service'), isUp: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('runner'), how: fc.constantFrom('silent' as const, 'gone' as const) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('runner returns') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('all told to stop') }) },
  { weight: 40, arbitrary: fc.record({ kind: kind('time'), seconds: fc.integer({ min: 1, max: 30 }) }) },
);

type Happening = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function happen(happening: Happening): Promise<void> {
  const life = lives.at('place' in happening ? happening.place : 0);
  if (happening.kind === 'start') await lives.start(life, happening.expiry);
  else if (happening.kind === 'stop') await lives.stop(life);
  else if (happening.kind === 'patch') await lives.patch(life, happening.expiry);
  else if (happening.kind === 'delete') await lives.delete(life, happening.acknowledged);
  else if (happening.kind === 'end') lives.end(life, happening.code);
  else if (happening.kind === 'lose') lives.runner.lose(life.id);
  else if (happening.kind === 'hold') lives.hold(life, happening.isOpen);
  else if (happening.kind === 'set') lives.set(happening.byMs);
  else if (happening.kind === 'service') await (happening.isUp ? lives.startService() : lives.stopService());
  else if (happening.kind === 'runner') lives.takeRunner(happening.how);
  else if (happening.kind === 'runner returns') lives.returnRunner();
  else if (happening.kind === 'all told to stop') lives.tellAllToStop();
  else if (happening.kind === 'time') await lives.pass(happening.seconds * 1_000);
  else {
    lives.set(happening.byMs);
    await lives.pass(happening.seconds * 1_000);
    lives.set(-happening.byMs);
  }
}

test(
  `${STEPS} random steps of twelve deployments end with one bot for each that should run, and none else`,
  async () => {
    const steps = fc.sample(step, { numRuns: STEPS, seed });
    const done: string[] = [];
    try {
      for (const happening of steps) {
        done.push(JSON.stringify(happening));
        await happen(happening);
      }
      await settle(lives);
      expect(await audit(lives)).toEqual([]);
    } catch (error) {
      const last = done.slice(-20).join('\n');
      throw new Error(`RANDOM_LIVES_SEED=${seed}, after ${done.length} steps, the last ones:\n${last}`, {
        cause: error,
      });
    }
  },
  600_000 + STEPS * MS_A_STEP,
);
