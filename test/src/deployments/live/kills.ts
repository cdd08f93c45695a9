import { expect } from '@jest/globals';
import { Customer } from '../../money/customer.js';
import type { Platform } from '../../platform/platform.js';
import { until } from '../../platform/wait.js';
import { LiveAccount, type ProxyFolders } from './account.js';

/** What carries a live deployment's orders dies while one is under way. */

/** Of the start of a platform, and of one death. */
export const KILLS_MS_MAX = 400_000;
const EXPECTED = '1 setup, 1 agent, 1 proxy, 1 entry, held 40';
/** What a live deployment's orders go through. */
export const carriers = ['bot', 'proxy', 'wallet', 'runtime', 'mongod'] as const;
type Carrier = (typeof carriers)[number];

/** Where bots and proxies are. */
export interface Places {
  /** The process of a deployment's bot, or of its account's proxy; undefined where none runs. */
  readonly processOf: (victim: 'bot' | 'proxy', accountId: string, id: string) => Promise<number | undefined>;
  readonly proxyFolders?: ProxyFolders;
}

/** Beside a platform, whose descriptor names them. */
function beside(platform: Platform): Places {
  return {
    processOf: async (victim, accountId, id) => {
      const { processes } = await platform.descriptor();
      return processes[victim === 'bot' ? `bot:${id}` : `proxy:${accountId}`];
    },
  };
}

/** Kills a process of an account's deployment, and waits until there is another one. */
async function kill(platform: Platform, places: Places, victim: Carrier, accountId: string, id: string): Promise<void> {
  if (victim !== 'bot' && victim !== 'proxy') return platform.kill(victim);
  const processOf = () => places.processOf(victim, accountId, id);
  const before = await until('the process', processOf, (pid) => pid !== undefined);
  if (before === undefined) throw new Error(`no ${victim}`);
  process.kill(before, 'SIGKILL');
  await until('another process', processOf, (pid) => pid !== undefined && pid !== before);
}

/** Starts a live deployment, kills a carrier of its first order, and expects that it goes on and has bought once. */
export async function expectOneEntry(platform: Platform, victim: Carrier, places = beside(platform)): Promise<void> {
  const account = await LiveAccount.open(platform, `kills-${victim}`, places.proxyFolders);
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
  await kill(platform, places, victim, customer.caller.accountId, id);
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
}
