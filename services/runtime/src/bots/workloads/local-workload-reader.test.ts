import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { botOf, workloadOf } from '../testing/contract.js';
import { MemoryBotRunner } from '../testing/memory-runner.js';
import { LocalWorkloadReader } from './local-workload-reader.js';
import type { WorkloadQuery } from './workload-reader.js';

const NO_PROGRAM = {
  program: { command: ['true'], readOnlyPaths: [], environment: {} },
  isolation: { bubblewrap: null, python: 'true' },
};
const query: WorkloadQuery = { namespace: 'local', kind: 'Bot', labels: new Map([['deployment', 'dpl_1']]) };
const clock = new ManualClock(1_760_000_000_000);

async function placed(...places: readonly (readonly [string, string])[]) {
  const runner = new MemoryBotRunner(clock);
  for (const [workloadId, deploymentId] of places)
    await runner.place(workloadOf(workloadId, NO_PROGRAM), botOf(deploymentId, {}));
  return { runner, reader: new LocalWorkloadReader(runner) };
}

describe('a bot of this machine', () => {
  test('is a workload, and another one after its next start', async () => {
    const { runner, reader } = await placed(['shared-1', 'dpl_1'], ['shared-1', 'dpl_2']);
    expect(await reader.observe(query)).toMatchObject({
      ...{ namespace: 'local', kind: 'Bot', name: 'dpl_1', uid: '1-1', status: 'running', restarts: 0 },
      labels: new Map([
        ['deployment', 'dpl_1'],
        ['workload', 'shared-1'],
      ]),
      startedAt: clock.now(),
    });
    runner.end('dpl_1');
    const ended = await reader.observe(query);
    expect(ended).toMatchObject({ uid: '1-1', status: 'stopped' });
    expect(ended).not.toHaveProperty('startedAt');
    await runner.place(workloadOf('shared-1', NO_PROGRAM), botOf('dpl_1', { generation: 2 }));
    expect(await reader.observe(query)).toMatchObject({ uid: '1-2', status: 'running' });
  });

  test.each<[string, Partial<WorkloadQuery>]>([
    ['in another namespace', { namespace: 'bots' }],
    ['of another kind', { kind: 'Deployment' }],
    ['with another label', { labels: new Map([['deployment', 'dpl_3']]) }],
    ['without a label', { labels: new Map([...query.labels, ['owner', 'acc_1']]) }],
  ])('%s is none', async (_what, changes) => {
    const { reader } = await placed(['shared-1', 'dpl_1']);
    expect(await reader.observe({ ...query, ...changes })).toBe('none');
  });

  test('that shares its labels is several', async () => {
    const { reader } = await placed(['shared-1', 'dpl_1'], ['shared-1', 'dpl_2']);
    expect(await reader.observe({ ...query, labels: new Map([['workload', 'shared-1']]) })).toBe('several');
  });

  test('is not guessed while a process, or the runner, does not answer', async () => {
    const { runner, reader } = await placed(['shared-1', 'dpl_1']);
    runner.isSilent = true;
    await expect(reader.observe(query)).rejects.toThrow(/shared-1 does not answer/);
    runner.isGone = true;
    await expect(reader.observe(query)).rejects.toThrow();
  });
});
