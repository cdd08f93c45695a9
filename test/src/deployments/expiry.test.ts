import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { traders } from './strategies.js';

/** What becomes of deployments with an open position when their time is over, with real processes of both frameworks. */

const TEST_MS_MAX = 480_000;
const MINUTE_MS = 60_000;
let platform: Platform;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.shared();
  deployments = await Deployments.of(await Caller.register(platform, 'expiry@example.com'));
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Waits until the descriptor names no process of a bot: the supervisor rewrites it at its next look. */
async function untilNoProcess(id: string): Promise<void> {
  const processOf = async () => (await platform.descriptor()).processes[`bot:${id}`];
  await until('a bot without a process', processOf, (processId) => processId === undefined);
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe.each(['freqtrade', 'nautilus'] as const)('%s', (framework) => {
  /** A deployment that holds its position for two minutes by itself, and has just opened one. */
  async function holding(name: string): Promise<string> {
    const id = await deployments.started({ ...traders[framework], name }, { alive_until: inMs(60 * MINUTE_MS) });
    await deployments.untilOpen(id, 1);
    return id;
  }

  test(
    'with block_entries its own exit closes the position, and it stops flat without another one',
    async () => {
      const id = await holding(`${framework} that blocks`);
      const { trades: before } = await deployments.metrics(id);
      await deployments.send('PATCH', id, '', { alive_until: inMs(1_000), on_expiry: 'block_entries' });
      const blocked = await deployments.until('blocked entries', id, (shown) => shown.entries_blocked);
      // Its own exit is due later: until then it runs on with its position.
      expect([blocked.status, (await deployments.metrics(id)).trades.open]).toEqual(['running', 1]);
      const stopped = await deployments.untilStatus(id, 'stopped');
      expect(stopped).toMatchObject({ alive_until: null, entries_blocked: true, health: { restarts: 0 } });
      const { trades, exposure } = await deployments.metrics(id);
      expect(trades).toMatchObject({ total: before.total, open: 0 });
      expect(exposure.positions).toEqual([]);
      await untilNoProcess(id);
    },
    TEST_MS_MAX,
  );

  test(
    'with stop it stops with its position',
    async () => {
      const id = await holding(`${framework} that stops`);
      await deployments.send('PATCH', id, '', { alive_until: inMs(1_000), on_expiry: 'stop' });
      const stopped = await deployments.untilStatus(id, 'stopped');
      expect(stopped).toMatchObject({ alive_until: null, entries_blocked: false });
      const { trades, exposure } = await deployments.metrics(id);
      expect([trades.open, exposure.positions.length]).toEqual([1, 1]);
      await untilNoProcess(id);
    },
    TEST_MS_MAX,
  );
});
