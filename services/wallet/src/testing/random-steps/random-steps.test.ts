import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seedFor } from '@platform/kit/sampling';
import fc from 'fast-check';
import { audit, CENT_MICRO_USDC, type Robbed, settle, spend } from './audit.js';
import { happen, payAll, step } from './steps.js';
import { World } from './world.js';

/** CONTRIBUTING.md names the command for more steps. */
const STEPS = Number(process.env['RANDOM_STEPS'] ?? (isSampling ? 60 : 150));
const seed = Number(process.env['RANDOM_STEPS_SEED'] ?? seedFor('random steps') ?? randomInt(2 ** 31));
/** What loses a cent, halfway: past the service, as through a leaked key. */
const ROBBED: readonly Robbed[] = [
  { accountId: 'acc_3', network: 'arbitrum' },
  { accountId: 'acc_7', network: 'polygon' },
];
/** What every account has on every network in the beginning: even a few steps then move money. */
const FIRST_MICRO_USDC = 50_000_000n;
const DOLLAR_MICRO_USDC = 1_000_000n;
const MS_A_STEP = 500;
let world: World;

beforeAll(async () => {
  world = await World.open('test_wallet_random_steps', 'harsh');
  await payAll(world, FIRST_MICRO_USDC);
});

afterAll(() => world.close());

/** Takes a cent from a wallet that has one, permanently. */
async function rob({ accountId, network }: Robbed): Promise<void> {
  const { address } = await world.domain.wallets.primary(accountId);
  const chain = world.chains[network];
  await chain.test.mined(await chain.test.pay(address, DOLLAR_MICRO_USDC));
  await chain.test.setUsdc(address, (await chain.balance(address)) - CENT_MICRO_USDC);
  await chain.mine(3);
}

test(
  `${STEPS} random steps of two harsh chains move no money twice, lose none, and fence the robbed alone`,
  async () => {
    const steps = fc.sample(step, { numRuns: STEPS, seed });
    const done: string[] = [];
    try {
      for (const [index, happening] of steps.entries()) {
        if (index === Math.floor(STEPS / 2)) for (const robbed of ROBBED) await rob(robbed);
        done.push(describe(happening));
        await happen(world, happening);
      }
      await settle(world);
      expect(await audit(world, ROBBED)).toEqual([]);
      expect(await spend(world, ROBBED)).toEqual([]);
    } catch (error) {
      const last = done.slice(-20).join('\n');
      throw new Error(`RANDOM_STEPS_SEED=${seed}, after ${done.length} steps, the last ones:\n${last}`, {
        cause: error,
      });
    }
  },
  900_000 + STEPS * MS_A_STEP,
);

function describe(happening: object): string {
  return JSON.stringify(happening, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
