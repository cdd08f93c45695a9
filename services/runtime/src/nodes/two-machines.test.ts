/** What one machine has and the other is asked for: logs, proxies. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { attachCredentials } from '../deployments/actions/credentials.js';
import { readDiagnosis } from '../deployments/diagnosis/index.js';
import { readDeploymentLogs } from '../deployments/reads/logs.js';
import { emptyDatabase, openDatabase } from '../domain.fixture.js';
import type { VenueStanding } from '../live/wallet.js';
import {
  createdLive,
  FUNDED,
  type Instance,
  moved,
  OWNER,
  started,
  takeAway,
  twoInstances,
} from './instances.fixture.js';

const LINE = { stampNs: BigInt(Date.now()) * 1_000_000n + 7n, message: 'Bot heartbeat. “state” = RUNNING' };
let connection: Connection;
let a: Instance;
let b: Instance;
/** What each machine was asked to do with its proxies. */
let asked: string[];
let standing: VenueStanding;

beforeAll(async () => {
  connection = await openDatabase('two_machines');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  [asked, standing] = [[], FUNDED];
  [a, b] = await twoInstances(connection, {
    clock: systemClock,
    wallet: { standing: async () => standing },
    proxiesOf: (name) => ({
      stop: async () => void asked.push(`${name} stops`),
      serve: async () => void asked.push(`${name} serves`),
    }),
  });
});

afterAll(() => connection.close());

describe('the log of a bot on another machine', () => {
  const read = (id: string) => readDeploymentLogs(b.deployments, OWNER, { id, limit: 200 });
  const left = () => connection.collection('log_questions').countDocuments();

  test('is read there, and nothing of it stays in the database', async () => {
    const { _id } = await started(a, 'one');
    a.runner.lines = [LINE];
    const answering = a.deployments.logs.start();
    expect(await read(_id)).toEqual([expect.stringContaining(LINE.message)]);
    expect(await left()).toBe(0);
    a.runner.isGone = true;
    await expect(read(_id)).rejects.toMatchObject({ code: 'service_unavailable' });
    await answering.close();
  });

  test('is read for a diagnosis too', async () => {
    const { _id } = await started(a, 'one');
    await moved(a, _id, 'placed');
    const message = 'Long signal found: about create a new trade for BTC/USDC:USDC with stake_amount: 100';
    a.runner.lines = [{ ...LINE, message }];
    const answering = a.deployments.logs.start();
    const findings = await readDiagnosis(b.deployments, OWNER, _id);
    expect(findings.map(({ code }) => code)).toContain('entry_signals');
    await answering.close();
  });

  test('is not read while that is away, or does not answer', async () => {
    const { _id } = await started(a, 'one');
    await expect(read(_id)).rejects.toMatchObject({ code: 'service_unavailable', message: /does not answer/ });
    await takeAway(connection, 'a');
    await expect(read(_id)).rejects.toMatchObject({ code: 'service_unavailable', message: /is away/ });
    expect(await left()).toBe(0);
  });
});

test('a lost agent is replaced on the machine whose proxy had it, whichever was asked to start', async () => {
  const { _id } = await createdLive(a, 'one', 'BTC/USDC:USDC');
  standing = { ...FUNDED, agent: 'lost', agentIssuedAtMs: Date.now() - 60_000 };
  const attached = { id: _id, allowUnscopedCredential: false, acknowledgeWithdrawalRisk: false };
  await attachCredentials(b.deployments, OWNER, { ...attached, acknowledgeNotRecommended: false });
  const record = await b.deployments.lifecycle.start(OWNER, _id, {});
  expect([record.node, asked]).toEqual(['a', []]);
  await a.deployments.live.botOf(record);
  expect(asked).toEqual(['a stops', 'a serves']);
});
