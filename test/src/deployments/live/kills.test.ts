import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { Customer } from '../../money/customer.js';
import { Platform } from '../../platform/platform.js';
import { until } from '../../platform/wait.js';
import { LiveAccount } from './account.js';

/** What carries a live deployment's orders dies while one is under way. */

const TEST_MS_MAX = 400_000;
const EXPECTED = '1 setup, 1 agent, 1 proxy, 1 entry, held 40';
const all = ['bot', 'proxy', 'wallet', 'runtime', 'mongod'] as const;
const victims = sampled({ name: 'deaths under live orders', cases: all, nameOf: (name) => name, count: 1 });

let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('what carries live orders is killed', { FEATURE_MANAGED_LIVE: 'true' });
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

/** Kills a process of an account's deployment, and waits until there is another one. */
async function kill(victim: (typeof all)[number], accountId: string, id: string): Promise<void> {
  const names = { bot: `bot:${id}`, proxy: `proxy:${accountId}` };
  if (victim !== 'bot' && victim !== 'proxy') return platform.kill(victim);
  const processOf = async () => (await platform.descriptor()).processes[names[victim]];
  const before = await until('the process in the descriptor', processOf, (pid) => pid !== undefined);
  if (before === undefined) throw new Error(`no ${victim}`);
  process.kill(before, 'SIGKILL');
  await until('another process', processOf, (pid) => pid !== undefined && pid !== before);
}

test.each(victims)(
  'nothing is bought twice where the %s is killed as the first order is under way',
  async (victim) => {
    const account = await LiveAccount.open(platform, `kills-${victim}`);
    const { customer, deployments } = account;
    await Customer.fund(platform, [customer], 100);
    const id = await account.createdOnce('killed');
    await account.startedAfterSetup(id);
    await until(
      'an entry',
      () => deployments.logs(id),
      (lines) => lines.some((line) => line.includes('Long signal found')),
      { pollIntervalMs: 100 },
    );
    await kill(victim, customer.caller.accountId, id);
    await account.untilFilled();
    await deployments.untilStatus(id, 'running');
    // A bot that lost its trade would buy again as soon as it looks at its markets.
    const { last_heartbeat: heartbeat } = (await deployments.read(id)).health;
    await deployments.until('a bot that goes on', id, ({ health }) => health.last_heartbeat > heartbeat);
    await until(
      'one of each',
      () => account.effects(),
      (effects) => effects === EXPECTED,
    );
    expect(await account.effects()).toBe(EXPECTED);
    expect((await account.atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
    // Bots read their venue all the time, and all accounts share its allowance.
    await deployments.act(id, { action: 'stop' });
  },
  TEST_MS_MAX,
);
