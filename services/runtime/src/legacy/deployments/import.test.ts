import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { emptyDatabase, openDatabase } from '../../domain.fixture.js';
import { exported, ID } from './export.fixture.js';
import { importLegacyDeployments } from './import.js';
import { parseLegacyDeployment } from './line.js';
import { legacyDeploymentModel } from './record.js';

let connection: Connection;
const clock = new ManualClock(1_760_000_000_000);

beforeAll(async () => {
  connection = await openDatabase('legacy_deployment_imports');
});

beforeEach(() => emptyDatabase(connection));

afterAll(() => connection.close());

async function bringIn(...lines: readonly (object | string)[]) {
  const refused: string[] = [];
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const report = {
    onRefused: (number: number, problem: string) => refused.push(`${number}: ${problem}`),
    onAmbiguous: () => {},
  };
  const counts = await importLegacyDeployments(texts, { connection, clock, report });
  return { ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)), refused };
}

const { workload } = exported;
const withWorkload = (changes: object) => ({ workload: { ...workload, ...changes } });

describe('a line of an export', () => {
  const recordOf = (changes: object) => {
    const parsed = parseLegacyDeployment(JSON.stringify({ ...exported, ...changes }));
    if (parsed.kind !== 'record') throw new Error(parsed.problem);
    return parsed.record;
  };

  test('names its workload, and what its owner is shown beside what is observed', () => {
    expect(recordOf({})).toMatchObject({
      ...{ _id: ID, state: 'readable', accountId: 'acc_1', storedStatus: 'running' },
      view: {
        ...{ name: 'Dip buyer', venue: 'hyperliquid', mode: 'paper', symbols: ['BTC/USDC:USDC'] },
        codeSha256: '34de2597a4b554e5768983152211104832b19457b530ba691070d202ac65f6a8',
        createdAt: new Date('2025-02-02T10:00:00Z'),
      },
      workload: {
        ...{ namespace: 'bots', kind: 'Deployment', name: 'deploy-3f0c', uid: workload.uid },
        labels: [{ key: 'app.kubernetes.io/instance', value: 'deploy-3f0c' }],
      },
      strategy: { code: exported.code, configJson: JSON.stringify(exported.config) },
    });
  });

  test('may name a bot of this machine', () => {
    const bot = { namespace: 'local', kind: 'Bot', name: 'dpl_01k0000000000000000000000a' };
    const named = { ...withWorkload(bot), k8s_namespace: null, k8s_deployment_name: null };
    expect(recordOf(named).workload).toMatchObject(bot);
  });

  test('without a strategy shows no digest of one, and no markets', () => {
    const { view } = recordOf({ code: null, config: null, venue: 'hyperliquid', mode: 'live', execution_mode: null });
    expect(view).toMatchObject({ mode: 'live', symbols: [] });
    expect(view).not.toHaveProperty('codeSha256');
  });

  test.each([
    [{ account_id: null }, 'it names no account'],
    [{ name: null }, 'it has no name'],
    [{ framework: null }, 'it does not name freqtrade as its framework'],
    [{ framework: 'nautilus' }, 'it does not name freqtrade as its framework'],
    [{ exchange: 'binance' }, 'it does not name one venue'],
    [{ config: null, exchange: null }, 'it does not name one venue'],
    [{ execution_mode: 'live' }, 'it does not name one mode'],
    [{ mode: 'simulated' }, 'it does not name one mode'],
    [{ created_at: null }, 'it does not say when it was created'],
    [withWorkload({ uid: null }), 'it does not name a workload by namespace, kind, name and uid'],
    [withWorkload({ kind: null }), 'it does not name a workload by namespace, kind, name and uid'],
    [withWorkload({ labels: null }), 'it names no labels of its workload'],
    [withWorkload({ labels: {} }), 'it names no labels of its workload'],
    [withWorkload({ namespace: 'others' }), 'its two namespaces differ'],
    [withWorkload({ name: 'deploy-3f0d' }), 'its two names of its workload differ'],
  ])('with %j is ambiguous: %s', (changes, reason) => {
    const record = recordOf(changes);
    expect(record).toMatchObject({ state: 'ambiguous', reasons: [reason] });
    expect(record).not.toHaveProperty('view');
    expect(record).not.toHaveProperty('workload');
  });

  test.each([
    ['', 'is no JSON'],
    [JSON.stringify({ ...exported, id: 'dpl_01k0000000000000000000000a' }), 'id: has the form of ids of this platform'],
    [JSON.stringify({ ...exported, id: '../x' }), 'id: must be letters, digits, dots, dashes and underscores'],
    [JSON.stringify({ ...exported, k8s_namespace: '../bots' }), 'k8s_namespace: must be the name of a namespace'],
    [
      JSON.stringify({ ...exported, ...withWorkload({ name: 'a/b' }) }),
      'workload.name: must be the name of a workload',
    ],
    [JSON.stringify({ ...exported, ...withWorkload({ uid: 'a b' }) }), 'workload.uid: must be a uid'],
    [
      JSON.stringify({ ...exported, ...withWorkload({ labels: { app: 'a,b' } }) }),
      'workload.labels.app: must be the value of a label',
    ],
    [JSON.stringify({ ...exported, created_at: 'yesterday' }), 'created_at: Invalid ISO datetime'],
  ])('such as %.40s is malformed: %s', (text, problem) => {
    expect(parseLegacyDeployment(text)).toEqual({ kind: 'malformed', problem });
  });
});

describe('an import', () => {
  test('refuses malformed lines by their number, stores the others, and changes nothing when it is repeated', async () => {
    const lines = [exported, '', '{', { ...exported, id: 'b', name: null }, { ...exported, id: '/' }];
    const refused = ['3: is no JSON', '5: id: must be letters, digits, dots, dashes and underscores'];
    expect(await bringIn(...lines)).toEqual({ refused, readable: 1, ambiguous: 1 });
    const before = await legacyDeploymentModel(connection).find().sort({ _id: 1 }).lean();
    clock.advance(1_000);
    expect(await bringIn(...lines)).toMatchObject({ unchanged: 2 });
    const ignored = { ...exported, pods: null, updated_at: '2025-03-01T00:00:00Z', available_replicas: 1 };
    expect(await bringIn(ignored)).toEqual({ refused: [], unchanged: 1 });
    expect(await legacyDeploymentModel(connection).find().sort({ _id: 1 }).lean()).toEqual(before);
  });

  test('replaces a record of the same account, and one of no account, and no other', async () => {
    await bringIn({ ...exported, account_id: null });
    expect(await bringIn(exported)).toEqual({ refused: [], replaced: 1 });
    expect(await bringIn({ ...exported, status: 'stopped' })).toEqual({ refused: [], replaced: 1 });
    const unclear = { ...exported, account_id: null };
    const foreign = { ...exported, account_id: 'acc_2', ...withWorkload({ uid: 'another' }) };
    expect(await bringIn(unclear, foreign)).toEqual({
      refused: [`1: ${ID} belongs to another account here`, `2: ${ID} belongs to another account here`],
    });
    expect(await legacyDeploymentModel(connection).findById(ID).lean()).toMatchObject({
      ...{ accountId: 'acc_1', storedStatus: 'stopped' },
    });
  });

  test('lets no second account have a workload', async () => {
    await bringIn(exported);
    expect(await bringIn({ ...exported, id: 'b', account_id: 'acc_2' })).toEqual({
      refused: ['1: its workload belongs to another account here'],
    });
  });
});
