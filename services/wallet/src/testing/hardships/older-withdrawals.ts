import { expect } from '@jest/globals';
import { withdrawalModel } from '../../withdrawals/model.js';
import { openStates } from '../../withdrawals/states.js';
import { CENT_MICRO_USDC, HELD_MICRO_USDC } from './amounts.js';
import type { LiveService } from './live-service.js';
import { until } from './waits.js';

const LOOK_MS = 500;

/** Has each of some accounts ask for so many withdrawals at once; resolves once all are accepted. */
export async function askForMany(service: LiveService, accounts: readonly string[], each: number): Promise<void> {
  const asking = accounts.flatMap((accountId) => Array.from({ length: each }, () => service.ask(accountId)));
  await Promise.all(asking);
}

/** Waits until no withdrawal of the accounts is under way. */
export async function untilOver({ stage }: LiveService, accounts: readonly string[]): Promise<void> {
  const open = { accountId: { $in: [...accounts] }, state: { $in: openStates } };
  const noneIsOpen = async () => (await withdrawalModel(stage.connection).countDocuments(open)) === 0;
  await until('the end of the older withdrawals', noneIsOpen, LOOK_MS);
}

/** Fails unless each account was paid what is confirmed, still holds the rest, and what failed says so. Returns how many have failed. */
export async function requireNothingLost({ stage }: LiveService, accounts: readonly string[]): Promise<number> {
  const withdrawals = await withdrawalModel(stage.connection).find({ accountId: { $in: [...accounts] } });
  for (const accountId of accounts) {
    const own = withdrawals.filter((each) => each.accountId === accountId);
    const confirmed = BigInt(own.filter(({ state }) => state === 'confirmed').length) * CENT_MICRO_USDC;
    const destination = await stage.logins.loginWalletOf({ accountId, requestId: 'r1' });
    expect({ ...(await stage.booked(accountId)), received: await stage.balance(destination) }).toEqual({
      ...{ balance: HELD_MICRO_USDC - confirmed, reserved: 0n },
      received: confirmed,
    });
  }
  const failed = withdrawals.filter(({ state }) => state === 'failed');
  expect(failed.filter(({ error }) => error !== 'transfer_not_made')).toEqual([]);
  return failed.length;
}
