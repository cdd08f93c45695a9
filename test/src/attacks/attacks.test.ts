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

async function under({ goOn }: Attack) {
  attackers += 1;
  const attacker = await Caller.register(platform, `attacker-${attackers}@example.com`);
  const signal = AbortSignal.timeout(ATTACK_MS);
  const [{ samples, backtest }] = await Promise.all([honest.goOn(signal), goOn(attacker, signal)]);
  return { samples, backtest };
}

describe('while another account attacks with', () => {
  test.each(attacks.map((attack) => [attack.what, attack] as const))(
    '%s, an honest one sees no error and waits hardly longer',
    async (_what, attack) => {
      const { samples, backtest } = await under(attack);
      expect(samples.filter(({ body }) => body !== undefined)).toEqual([]);
      expect(backtest).toMatchObject({ status: 'finished' });
      const late = samples.filter(({ durationMs }) => durationMs >= SLOWER_TIMES_MAX * quietMs + SLOWER_MS_MAX);
      // One of a hundred may be.
      expect(late.slice(Math.floor(samples.length / 100))).toEqual([]);
      expect((await platform.descriptor()).processes).toEqual(processes);
    },
    ATTACK_MS + 300_000,
  );
});
