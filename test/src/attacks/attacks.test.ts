import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { Traders } from '../platform/traders.js';
import { type Attack, attacks } from './attacks.js';
import { HonestCustomer, type Sample } from './honest-customer.js';

/**
 * One account attacks while another reads, orders and backtests. `ATTACK_SECONDS=120` lets each attack go on for as long; a
 * minute's allowance of requests is then used up, as it is in the world.
 */
const ATTACK_MS = Number(process.env['ATTACK_SECONDS'] ?? 5) * 1_000;
const SLOWER_TIMES_MAX = 2;
const SLOWER_MS_MAX = 250;
/** The slowest hundredth of fewer samples is a single one, which any pause of the machine makes late. */
const SAMPLES_MIN = 100;

let platform: Platform;
let honest: HonestCustomer;
let quietMs: number;
let processes: Readonly<Record<string, number>>;
let attackers = 0;

beforeAll(async () => {
  platform = await Platform.start();
  const traders = await Traders.open(platform);
  honest = await HonestCustomer.arrive(await traders.trader('honest'));
  const { samples } = await honest.goOn(AbortSignal.timeout(ATTACK_MS));
  quietMs = p99(samples);
  processes = (await platform.descriptor()).processes;
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

function p99(samples: readonly Sample[]): number {
  const sorted = samples.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** Longer than twice what the slowest hundredth took before the attacks, and a quarter of a second. */
function isLate({ durationMs }: Sample): boolean {
  return durationMs >= SLOWER_TIMES_MAX * quietMs + SLOWER_MS_MAX;
}

/** One attack, with the honest customer beside it. */
async function under({ goOn }: Attack) {
  attackers += 1;
  const attacker = await Caller.register(platform, `attacker-${attackers}@example.com`);
  const signal = AbortSignal.timeout(ATTACK_MS);
  const [seen] = await Promise.all([honest.goOn(signal), goOn(attacker, signal)]);
  return seen;
}

/** Goes on attacking while something was late and there are too few samples to say how often that happens. */
async function underUntilTold(attack: Attack) {
  const { samples, backtest } = await under(attack);
  const backtests = [backtest];
  while (samples.some(isLate) && samples.length < SAMPLES_MIN) {
    const more = await under(attack);
    samples.push(...more.samples);
    backtests.push(more.backtest);
  }
  return { samples, backtests };
}

describe('while another account attacks with', () => {
  test.each(attacks.map((attack) => [attack.what, attack] as const))(
    '%s, an honest one sees no error and waits hardly longer',
    async (_what, attack) => {
      const { samples, backtests } = await underUntilTold(attack);
      expect(samples.filter(({ body }) => body !== undefined)).toEqual([]);
      expect(backtests.filter(({ status }) => status !== 'finished')).toEqual([]);
      // One of a hundred may be.
      expect(samples.filter(isLate).slice(Math.floor(samples.length / 100))).toEqual([]);
      expect((await platform.descriptor()).processes).toEqual(processes);
    },
    ATTACK_MS + 300_000,
  );
});
