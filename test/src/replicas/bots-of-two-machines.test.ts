import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Deployments } from '../deployments/deployments.js';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';

/** Bots, and two instances of the service that have them: each request goes to either in turn. */

const START_MS_MAX = 300_000;
const TEST_MS_MAX = 300_000;
const READS = 6;
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('bots of two machines', { INSTANCES: '2' });
}, START_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

test(
  'a bot runs where its files are, its log is read through both, and it goes on while either is killed',
  async () => {
    const { caller } = await Customer.register(platform, 'two-machines');
    const deployments = await Deployments.of(caller);
    const [first, second] = [
      await deployments.started(deploymentRequest('first')),
      await deployments.started(deploymentRequest('second')),
    ];
    for (const id of [first, second]) await deployments.untilStatus(id, 'running');
    const [line] = await deployments.logs(first);
    expect(line).toEqual(expect.any(String));
    for (let read = 0; read < READS; read += 1) expect(await deployments.logs(first)).toContain(line);

    for (let turn = 0; turn < 2; turn += 1) {
      await deployments.act(first, { action: 'stop' });
      await deployments.untilStatus(first, 'stopped');
      await deployments.act(first, { action: 'start' });
      await deployments.untilStatus(first, 'running');
      // From its first start, in the folder that it had then.
      expect(await deployments.logs(first)).toContain(line);
    }

    for (const name of ['runtime', 'runtime-2']) await platform.kill(name);
    await deployments.untilInstalled();
    for (const id of [first, second])
      expect(await deployments.untilStatus(id, 'running')).toMatchObject({ health: { restarts: 0 } });
    const { code, output } = await operate(platform, 'deployments', 'nodes');
    expect([code, output.match(/ works$/gm)?.length]).toEqual([0, 2]);

    for (const id of [first, second]) {
      await deployments.act(id, { action: 'stop' });
      await deployments.untilStatus(id, 'stopped');
    }
  },
  TEST_MS_MAX,
);
