import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Ask } from '../../routes/route.js';
import type { LegacyRoute } from '../operation.js';
import { statusesOf, toLegacyStatus } from './deployment.js';
import { decimal } from './history.js';
import { deploymentRows } from './rows.js';
import { toNautilusConfig } from './v3.js';

/** What an operation of the graph is asked, by its name. */
const asked: (readonly [operation: string, variables: unknown])[] = [];
/** What each operation answers. */
let answers: Readonly<Record<string, unknown>> = {};

const ask: Ask = async (operation, variables) => {
  const name = /(?:query|mutation) (\w+)/.exec(String(operation))?.[1] ?? '';
  asked.push([name, variables]);
  return answers[name] as never;
};

const node = {
  ...{ id: 'dpl_1', name: 'one', status: 'created', mode: 'paper', venue: 'hyperliquid', error: null, deletedAt: null },
  ...{ framework: { name: 'freqtrade' }, credentials: { attached: false }, createdAt: '2026-01-01T00:00:00.000Z' },
  strategy: { code: 'x = 1', configJson: '{"stake_amount":100}' },
};
const WALLET = `0x${'Ab'.repeat(20)}`;
const wallets = { tradingAccounts: [{ walletAddress: WALLET, isDefault: true }] };

function rowOf(method: string, path: string): LegacyRoute {
  const row = deploymentRows.find((each) => each.method === method && each.path === path);
  if (row === undefined) throw new Error(`no row ${method} ${path}`);
  return row;
}

function run(method: string, path: string, { body, query = {}, headers = {} }: Partial<Record<string, object>> = {}) {
  return rowOf(method, path).run({ params: path.includes('{id}') ? { id: 'dpl_1' } : {}, query, headers, body }, ask);
}

/** The input of the first operation. */
function sent(): Readonly<Record<string, unknown>> {
  return Object(asked[0]?.[1]).input;
}

beforeEach(() => {
  asked.length = 0;
  answers = {};
});

describe('the older words for a status', () => {
  test.each([
    ['created', 'pending'],
    ['starting', 'running'],
    ['running', 'running'],
    ['stopping', 'running'],
    ['stopped', 'stopped'],
    ['error', 'stopped'],
    ['deleting', 'stopped'],
    ['deleted', 'stopped'],
  ] as const)('%s is %s', (status, older) => {
    expect(toLegacyStatus(status)).toBe(older);
    expect(statusesOf(older)).toContain(status);
  });

  test('none lists every one', () => {
    expect(statusesOf(undefined)).toHaveLength(8);
  });
});

describe('a creation', () => {
  const create = async (config: object, more: object = {}, path = '/v2/deployment') => {
    answers = { LegacyCreateDeployment: { createDeployment: { deployment: node, replayed: false } } };
    const { body } = await run('POST', path, { body: { code: 'x = 1', name: 'one', config, ...more } });
    return { input: sent(), body };
  };

  test.each([
    [{}, 'paper'],
    [{ dry_run: true }, 'paper'],
    [{ available_capital: 60 }, 'paper'],
    [{ dry_run: 'false' }, 'paper'],
    [{ dry_run: false, available_capital: 60 }, 'live'],
  ])('with the config %j trades on %s', async (config, mode) => {
    expect((await create(config)).input).toMatchObject({
      mode,
      framework: 'freqtrade',
      configJson: JSON.stringify(config),
    });
  });

  test('on paper stays on paper whatever its config says', async () => {
    expect((await create({ dry_run: false }, {}, '/v2/paper-deployment')).input['mode']).toBe('paper');
  });

  test('takes its venue from the config, and Hyperliquid without one', async () => {
    expect((await create({ exchange: { name: 'aerodrome' } })).input['venue']).toBe('aerodrome');
    asked.length = 0;
    expect((await create({ exchange: {} })).input['venue']).toBe('hyperliquid');
  });

  test('says what it trades with', async () => {
    expect((await create({})).body).toMatchObject({
      ...{ status: 'pending', execution_mode: 'dry-run', replicas: 1, config: { stake_amount: 100 } },
      message: expect.stringContaining('simulated money'),
    });
  });

  test('without a name is given the same one for the same strategy, and another for another', async () => {
    const nameOf = async (config: object) => {
      asked.length = 0;
      answers = { LegacyCreateDeployment: { createDeployment: { deployment: node, replayed: false } } };
      await run('POST', '/v1/deployment', { body: { code: 'x = 1', config } });
      return sent()['name'];
    };
    const first = await nameOf({});
    expect(first).toMatch(/^strategy-[0-9a-f]{12}$/);
    expect([await nameOf({}), (await nameOf({ stake_amount: 1 })) === first]).toEqual([first, false]);
  });
});

describe('a live deployment', () => {
  test('shows the wallet that it trades with, and is none of the paper tree', async () => {
    const live = { ...node, mode: 'live', credentials: { attached: true } };
    answers = { LegacyGetDeployment: { deployment: live }, LegacyListWallets: wallets };
    expect((await run('GET', '/v2/deployment/{id}')).body).toMatchObject({
      ...{ execution_mode: 'live', credentials_status: 'stored', wallet_address: WALLET, walletAddress: WALLET },
      ...{ k8s_namespace: null, namespace: null, deployment_name: null, pods: null },
    });
    await expect(run('GET', '/v2/paper-deployment/{id}')).rejects.toMatchObject({ code: 'deployment_not_found' });
  });
});

describe('credentials', () => {
  const attach = (body: object) => run('POST', '/v2/deployment/{id}/credentials', { body });
  const having = (mode: string) => {
    const deployment = { id: 'dpl_1', mode, venue: 'hyperliquid', credentials: { attached: mode === 'live' } };
    answers = {
      LegacyGetDeploymentCredentials: { deployment },
      LegacyAttachDeploymentCredentials: { attachDeploymentCredentials: { deployment } },
      LegacyListWallets: wallets,
    };
  };

  test.each(['private_key', 'privateKey', 'agent_private_key'])(
    'with %s are refused before anybody is asked',
    async (field) => {
      await expect(attach({ exchange: 'hyperliquid', [field]: '0xsecret' })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ path: 'private_key', message: expect.not.stringContaining('0xsecret') }],
      });
      expect(asked).toEqual([]);
    },
  );

  test.each<[object, string]>([
    [{ subaccount_address: WALLET }, 'feature_not_available'],
    [{ exchange: 'lighter' }, 'venue_not_supported'],
    [{ wallet_address: `0x${'12'.repeat(20)}` }, 'account_not_owned'],
    [{ wallet_address: '0x12' }, 'validation_failed'],
  ])('%j are %s', async (body, code) => {
    having('live');
    await expect(attach(body)).rejects.toMatchObject({ code });
    expect(asked.map(([name]) => name)).not.toContain('LegacyAttachDeploymentCredentials');
  });

  test('of a live one name its wallet, however it is spelt', async () => {
    having('live');
    expect((await attach({ exchange: 'hyperliquid', wallet_address: WALLET.toLowerCase() })).body).toMatchObject({
      ...{
        credentials_status: 'stored',
        wallet_address: WALLET,
        wallet_source: 'provided',
        agent_wallet_address: null,
      },
    });
    expect((await run('GET', '/v2/deployment/{id}/credentials')).body).toMatchObject({
      wallet_source: 'main_trading_wallet',
    });
  });

  test('of one on paper are missing, and it is said why', async () => {
    having('paper');
    const { body } = await attach({ exchange: 'hyperliquid' });
    expect(body).toMatchObject({ credentials_status: 'missing', message: expect.stringContaining('dry_run') });
    expect((await run('GET', '/v2/deployment/{id}/credentials')).body).toEqual({
      ...{ credentials_status: 'missing', credentialsStatus: 'missing' },
    });
  });
});

describe('a deletion', () => {
  test.each<[string, object | undefined, boolean]>([
    ['paper', undefined, true],
    ['live', undefined, false],
    ['live', { force: true }, false],
    ['live', { force: true, acknowledge_positions_open: true }, true],
  ])('of one on %s with the body %j acknowledges positions: %s', async (mode, body, acknowledged) => {
    answers = { LegacyGetDeploymentStatus: { deployment: { id: 'dpl_1', status: 'stopped', mode } } };
    const answer = await run('DELETE', '/v2/deployment/{id}', body === undefined ? {} : { body });
    expect(asked.at(-1)?.[1]).toEqual({ input: { id: 'dpl_1', acknowledgePositionsOpen: acknowledged } });
    expect(answer).toMatchObject({
      headers: { 'x-positions': 'left-open' },
      body: { message: expect.stringContaining('stay open') },
    });
  });
});

test('a log and a list take both names of a page size', async () => {
  answers = { LegacyGetDeploymentLogs: { deployment: { id: 'dpl_1', mode: 'paper', logs: [] } } };
  for (const [query, limit] of [
    [{}, 100],
    [{ pageSize: '7' }, 7],
    [{ limit: '8', pageSize: '7' }, 8],
  ] as const) {
    await run('GET', '/v2/deployment/{id}/logs', { query });
    expect(asked.at(-1)?.[1]).toEqual({ id: 'dpl_1', limit });
  }
});

test.each([
  [12.5, '12.5'],
  [0, '0'],
  [-0.000000001, '0'],
  [-1.25, '-1.25'],
  [0.00000012, '0.00000012'],
  [100, '100'],
  [1_234_567.1, '1234567.1'],
])('the number %d is written %s', (value, written) => {
  expect(decimal(value)).toBe(written);
});

test.each<[object, object]>([
  [
    { venue: 'lighter', instrument_id: 'A' },
    { instrument_id: 'A', instrument_ids: ['A'] },
  ],
  [
    { instrument_id: 'A', instrument_ids: ['B'], dry_run: true },
    { instrument_id: 'A', instrument_ids: ['B'] },
  ],
  [
    { instrument_ids: ['B'], size: 1 },
    { instrument_ids: ['B'], size: 1 },
  ],
])('the config %j of nautilus is handed on as %j', (config, handed) => {
  expect(toNautilusConfig({ ...config })).toEqual(handed);
});

test('history lists what ran, with its trades by their close, and no position that is open', async () => {
  const ended = {
    ...node,
    startedAt: '2026-01-02T00:00:00.000Z',
    metrics: { asOf: 'later', pnl: { realizedUsd: 1.5 } },
  };
  const closed = { symbol: 'BTC/USDC:USDC', side: 'short', closedAt: '2026-01-03T00:00:00.000Z', closeRate: 97_000.5 };
  const trades = { nodes: [{ ...closed, amount: 0.01, feesAbs: 0.1, profitAbs: -2 }] };
  const never = { ...ended, startedAt: null, trades };
  const silent = { ...ended, metrics: { asOf: node.createdAt, pnl: { realizedUsd: 0 } }, trades: { nodes: [] } };
  const edges = [{ ...ended, trades }, never, silent].map((each) => ({ node: each }));
  const pageInfo = { hasNextPage: true, endCursor: 'c' };
  answers = { LegacyListDeploymentHistory: { account: { id: 'acc_1' }, deployments: { edges, pageInfo } } };
  const { body } = await run('GET', '/v2/deployment-history', { query: { pageSize: '3' } });
  expect(asked[0]?.[1]).toMatchObject({ first: 3, statuses: ['stopped', 'error', 'deleting', 'deleted'] });
  expect(body).toMatchObject({
    nextCursor: 'c',
    items: [
      {
        ...{ deployment_id: 'dpl_1', created_by: 'acc_1', pnl: '1.5', wallet_address: null, ended_at: null },
        trades: [{ px: '97000.5', sz: '0.01', side: 'B', closed_pnl: '-2', dir: 'Close Short', fee: '0.1' }],
      },
      { pnl: null, trades: [] },
    ],
  });
});
