import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seedFor } from '@platform/kit/sampling';
import fc from 'fast-check';
import { audit, CENT_MICRO_USDC, settle } from './audit.js';
import { happen, step } from './steps.js';
import { World } from './world.js';

/** CONTRIBUTING.md names the command for more steps. */
const STEPS = Number(process.env['RANDOM_STEPS'] ?? (isSampling ? 60 : 150));
const seed = Number(process.env['RANDOM_STEPS_SEED'] ?? seedFor('random steps') ?? randomInt(2 ** 31));
/** The accounts that lose a cent, halfway: past the service, as through a leaked key. */
const ROBBED = ['acc_3', 'acc_7'];
const DOLLAR_MICRO_USDC = 1_000_000n;
const MS_A_STEP = 500;
let world: World;

beforeAll(async () => {
  world = await World.open('test_wallet_random_steps');
}, 60_000);

afterAll(() => world.close());

/** Takes a cent from a wallet that has one, permanently. */
async function rob(accountId: string): Promise<void> {
  const { address } = await world.domain.wallets.primary(accountId);
  await world.arbitrum.pay(address, DOLLAR_MICRO_USDC);
  await world.arbitrum.client.mine({ blocks: 1 });
  await world.arbitrum.setUsdc(address, (await world.balance(address)) - CENT_MICRO_USDC);
  await world.arbitrum.client.mine({ blocks: 3 });
}

test(
  `${STEPS} random steps of a harsh world move no money twice, lose none, and fence the robbed alone`,
  async () => {
    const steps = fc.sample(step, { numRuns: STEPS, seed });
    const done: string[] = [];
    try {
      for (const [index, happening] of steps.entries()) {
        if (index === Math.floor(STEPS / 2)) for (const accountId of ROBBED) await rob(accountId);
        done.push(describe(happening));
        await happen(world, happening);
      }
      await settle(world);
      expect(await audit(world, new Set(ROBBED))).toEqual([]);
    } catch (error) {
      const last = done.slice(-20).join('\n');
      throw new Error(`RANDOM_STEPS_SEED=${seed}, after ${done.length} steps, the last ones:\n${last}`, {
        cause: error,
      });
    }
  },
  240_000 + STEPS * MS_A_STEP,
);

function describe(happening: object): string {
  return JSON.stringify(happening, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
