import { expect, test } from '@jest/globals';
import { isSampling, sampled } from '@platform/kit/sampling';
import { type SandboxWorld, sandboxWorlds } from '@platform/sandbox/node';
import { HELD_MICRO_USDC } from './amounts.js';
import { Crowd } from './crowd.js';
import { spikeGas } from './gas-spike.js';
import { type Failure, haltArbitrum, haltPolygon } from './halts.js';
import { type LiveService, openLiveService } from './live-service.js';
import { requireNothingLost, untilOver } from './older-withdrawals.js';

/** How much longer another account's withdrawal may take than when nothing else happens. */
const LONGER_MS_MAX = 10_000;
/** Withdrawals that are looked at for these, some of which strangers carry out. */
const LOOKS_MAX = 12;
const whole = { clients: 10_000, accounts: 10, each: 20, haltMs: 65_000, steps: 12, looks: 3 };
const small = { clients: 1_000, accounts: 2, each: 10, haltMs: 5_000, steps: 1, looks: 1 };
const size = isSampling ? small : whole;

const OTHER = 'acc_other';
const CROWD = 'acc_crowd';
const ON_POLYGON = 'acc_polygon';
const OLDER = Array.from({ length: size.accounts }, (_, index) => `acc_older_${index}`);
const onArbitrum = { microUsdc: HELD_MICRO_USDC, network: 'arbitrum' } as const;
const holders = [
  ...[OTHER, CROWD, ...OLDER].map((accountId) => ({ accountId, ...onArbitrum })),
  { accountId: ON_POLYGON, microUsdc: HELD_MICRO_USDC, network: 'polygon' },
] as const;

/** Returns how long withdrawals of an account take, one after the other, in milliseconds. */
async function measure(service: LiveService): Promise<number[]> {
  const tookMs: number[] = [];
  for (let look = 0; look < LOOKS_MAX && tookMs.length < size.looks; look += 1) {
    const took = await service.served(OTHER);
    if (took !== undefined) tookMs.push(Math.round(took));
  }
  return tookMs;
}

async function crowded(service: LiveService): Promise<number[]> {
  const crowd = new Crowd(service, CROWD, size.clients);
  const tookMs = await measure(service);
  await crowd.disperse();
  expect(crowd.accepted).toBeGreaterThanOrEqual(20);
  expect([...crowd.refusals.keys()]).toEqual(['rate_limited {"retry_after_seconds":60}']);
  return tookMs;
}

const polygonHalted = (failure: Failure) => async (service: LiveService) => {
  await haltPolygon(service, ON_POLYGON, failure);
  const tookMs = await measure(service);
  const { withdrawals } = await service.handlers.ListWithdrawals({ limit: 100 }, service.stage.as(ON_POLYGON));
  expect(new Set(withdrawals.map(({ status }) => status))).toEqual(new Set(['processing']));
  return tookMs;
};

const arbitrumBack = (failure: Failure) => async (service: LiveService) => {
  await haltArbitrum(service, OLDER, { ...size, failure });
  const tookMs = await measure(service);
  await untilOver(service, OLDER);
  expect(await requireNothingLost(service, OLDER)).toBe(0);
  return tookMs;
};

async function afterSpike(service: LiveService): Promise<number[]> {
  await spikeGas(service, OLDER, { ...size, visitor: OTHER });
  const tookMs = await measure(service);
  expect(await requireNothingLost(service, OLDER)).toBeGreaterThan(0);
  return tookMs;
}

/** Each lets something happen, and returns how long withdrawals of another account take meanwhile, or right after it. */
const hardships: Readonly<Record<string, (service: LiveService) => Promise<number[]>>> = {
  [`an account that asks for ${size.clients} withdrawals at once`]: crowded,
  'a Polygon whose node never answers': polygonHalted('timeout'),
  'a Polygon whose node refuses connections': polygonHalted('disconnect'),
  'an Arbitrum that stood still, with a node that never answered': arbitrumBack('timeout'),
  'an Arbitrum that stood still, with a node that refused connections': arbitrumBack('disconnect'),
  'twelve hours in which gas cost too much': afterSpike,
};
const names = Object.keys(hardships);
const cases = sandboxWorlds.flatMap((world) => names.map((name): [string, SandboxWorld] => [name, world]));
const drawn = sampled({ name: 'hardships of withdrawals', cases, nameOf: (each) => each.join(', '), count: 1 });

test.each(drawn)(
  `%s leaves another account's withdrawal within ${LONGER_MS_MAX} ms of what it takes when quiet, in a %s world`,
  async (name, world) => {
    const service = await openLiveService('test_wallet_hardships', world, holders);
    try {
      const quietMs = await measure(service);
      const tookMs = (await hardships[name]?.(service)) ?? [];
      // biome-ignore lint/suspicious/noConsole: the figures are what the run is for.
      console.info({ name, world, quietMs, tookMs });
      expect(tookMs).toHaveLength(size.looks);
      expect(Math.max(...tookMs) - Math.max(...quietMs)).toBeLessThan(LONGER_MS_MAX);
    } finally {
      await service.close();
    }
  },
  480_000,
);
