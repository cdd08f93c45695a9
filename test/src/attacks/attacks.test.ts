import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, sampled } from '@platform/kit/sampling';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilAccepted } from '../platform/stored.js';
import { Traders } from '../platform/traders.js';
import type { Attack } from './attack.js';
import { attacks } from './attacks.js';
import { HonestCustomer, type Sample } from './honest-customer.js';
import { nautilusRequest } from './slots.js';
import { QUOTA_MIB } from './storage.js';

/**
 * One account, or several, attack while another reads, orders and backtests. `ATTACK_SECONDS=120` lets each attack go on for as long; a
 * minute's allowance of requests is then used up, as it is in the world. Attacks that would be felt only after a while run longer.
 */
const ATTACK_MS = Number(process.env['ATTACK_SECONDS'] ?? 5) * 1_000;
const SLOWER_TIMES_MAX = 2;
const SLOWER_MS_MAX = 250;
/** The slowest hundredth of fewer samples is a single one, which any pause of the machine makes late. */
const SAMPLES_MIN = 100;
/** Every attacker registers from one address. */
const ENVIRONMENT = {
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
  BACKTEST_STORAGE_MIB_PER_ACCOUNT: String(QUOTA_MIB),
};

let platform: Platform;
let honest: HonestCustomer;
let quietMs: number;
let processes: Readonly<Record<string, number>>;
let attackersBefore = 0;

beforeAll(async () => {
  platform = await Platform.start('it is attacked', ENVIRONMENT);
  const traders = await Traders.open(platform);
  honest = await HonestCustomer.arrive(await traders.trader('honest'));
  await untilAccepted(await Caller.register(platform, 'first@example.com'), nautilusRequest('pass'));
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

function durationMsOf({ secondsMin = 0 }: Attack): number {
  return Math.max(ATTACK_MS, secondsMin * 1_000);
}

/** One attack by so many new accounts, with the honest customer beside it; a sample's ends early once the customer's backtest has. */
async function under(attack: Attack, count: number) {
  const attackers: Caller[] = [];
  while (attackers.length < count) {
    attackersBefore += 1;
    attackers.push(await Caller.register(platform, `attacker-${attackersBefore}@example.com`));
  }
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(durationMsOf(attack))]);
  const least = sleep(ATTACK_MS);
  const endEarly = async () => {
    await least;
    if (attack.missed?.() === undefined) over.abort();
  };
  const [seen] = await Promise.all([
    honest.goOn(signal, isSampling ? endEarly : undefined),
    ...attackers.map((attacker) => attack.goOn(attacker, signal)),
  ]);
  return seen;
}

/** Continues the attack while an answer was late and there are too few samples to tell how often that happens. */
async function underUntilTold(attack: Attack, count: number) {
  const { samples, ...backtest } = await under(attack, count);
  const backtests = [backtest];
  while (samples.some(isLate) && samples.length < SAMPLES_MIN) {
    const more = await under(attack, count);
    samples.push(...more.samples);
    backtests.push(more);
  }
  return { samples, backtests };
}

const cases = attacks.flatMap((attack) =>
  (attack.attackers ?? [1]).map((count) => [attack.what, count, attack] as const),
);

test.each(sampled({ name: 'attacks', cases, nameOf: ([what, count]) => `${what} (${count})`, count: 1 }))(
  'while other accounts attack with %s (%i), an honest one sees no error and waits hardly longer',
  async (_what, count, attack) => {
    const { samples, backtests } = await underUntilTold(attack, count);
    expect(samples.filter(({ body }) => body !== undefined)).toEqual([]);
    expect(backtests.map(({ backtest }) => backtest).filter(({ status }) => status !== 'finished')).toEqual([]);
    if (attack.secondsMin !== undefined)
      expect(Math.max(...backtests.map(({ backtestMs }) => backtestMs))).toBeLessThan(durationMsOf(attack));
    expect(attack.missed?.()).toBeUndefined();
    // One of a hundred may be.
    expect(samples.filter(isLate).slice(Math.floor(samples.length / 100))).toEqual([]);
    expect((await platform.descriptor()).processes).toEqual(processes);
  },
  ATTACK_MS + 600_000,
);
