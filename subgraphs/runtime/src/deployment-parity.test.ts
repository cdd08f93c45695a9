import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import { deploymentOf, startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

type Parity = NonNullable<Sendable<ResponseOf<RuntimeServiceDefinition, 'GetDeploymentParity'>>['parity']>;

const QUEUED: Parity = {
  ...{ backtestId: 'bt_1', status: 'queued', fromMs: 0, toMs: 3_600_000, createdAtMs: 3_700_000 },
  ...{ error: null, report: null },
};
const EFFECTS = { priceUsd: -1, sizeUsd: 0.5, feeUsd: 0.25, fundingUsd: -0.125 };
const TRADE = {
  ...{ openedAtMs: 60_000, closedAtMs: 120_000, openRate: 100, closeRate: 101, amount: 2 },
  ...{ feesUsd: 0.2, profitUsd: 1.8, exitReason: 'roi' },
};
const REPORT: NonNullable<Parity['report']> = {
  ...{ trades: 2, same: 0, explainedPct: 50, truncated: false, effects: EFFECTS },
  causes: [
    { cause: 'price', trades: 1 },
    { cause: 'unexplained', trades: 1 },
  ],
  rows: [
    { symbol: 'BTC', side: 'long', deployed: TRADE, replayed: TRADE, causes: ['price'], effects: EFFECTS },
    { symbol: 'ETH', side: 'short', deployed: null, replayed: TRADE, causes: ['unexplained'], effects: null },
  ],
};

/** The answers of the service by deployment. */
const reports: Readonly<Record<string, Parity>> = {
  queued: QUEUED,
  failed: { ...QUEUED, status: 'error', error: { code: 'strategy_failed', message: 'KeyError' } },
  finished: { ...QUEUED, status: 'finished', report: REPORT },
};
/** The requests that the service received. */
const asked: unknown[] = [];
let subgraph: TestSubgraph;

beforeAll(async () => {
  subgraph = await startTestSubgraph({
    BatchGetDeployments: async ({ ids }) => ({ deployments: ids.map(deploymentOf), unread: [] }),
    StartDeploymentParity: async (request) => {
      asked.push(request);
      return { parity: QUEUED };
    },
    GetDeploymentParity: async ({ id }) => {
      asked.push({ id });
      return { parity: reports[id] ?? null };
    },
  });
});

afterAll(() => subgraph.close());

beforeEach(() => {
  asked.length = 0;
});

/** Returns the report of a deployment. */
async function read(id: string, fields: string) {
  const reference = `_entities(representations: [{ __typename: "Deployment", id: "${id}" }])`;
  const { data, errors } = await subgraph.ask(`{ ${reference} { ... on Deployment { parity { ${fields} } } } }`);
  expect(errors).toBeUndefined();
  return data._entities[0].parity;
}

test('a report is asked for of one deployment', async () => {
  const fields = 'backtestId status from to createdAt report { trades }';
  const { data } = await subgraph.ask(
    `mutation { startDeploymentParity(input: { id: "dpl_1" }) { parity { ${fields} } } }`,
  );
  expect(data.startDeploymentParity.parity).toEqual({
    ...{ backtestId: 'bt_1', status: 'queued', report: null },
    ...{ from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T01:00:00.000Z', createdAt: '1970-01-01T01:01:40.000Z' },
  });
  expect(asked).toEqual([{ id: 'dpl_1' }]);
});

test('a report is shown whole', async () => {
  const trade = 'openedAt closedAt openRate closeRate amount feesUsd profitUsd exitReason';
  const effects = 'effects { priceUsd sizeUsd feeUsd fundingUsd }';
  const rows = `rows { symbol side causes deployed { ${trade} } replayed { ${trade} } ${effects} }`;
  const fields = `trades same explainedPct truncated causes { cause trades } ${effects} ${rows}`;
  const { openedAtMs: _opened, closedAtMs: _closed, ...same } = TRADE;
  const shown = { ...same, openedAt: '1970-01-01T00:01:00.000Z', closedAt: '1970-01-01T00:02:00.000Z' };
  expect(await read('finished', `status error { code } report { ${fields} }`)).toEqual({
    ...{ status: 'finished', error: null },
    report: {
      ...REPORT,
      rows: [
        { ...REPORT.rows[0], deployed: shown, replayed: shown },
        { ...REPORT.rows[1], replayed: shown },
      ],
    },
  });
});

test('a report says why there is none, or is none', async () => {
  expect(await read('failed', 'status error { code message } report { trades }')).toEqual({
    ...{ status: 'error', report: null },
    error: { code: 'strategy_failed', message: 'KeyError' },
  });
  expect(await read('other', 'status')).toBeNull();
});

test('one document reads two reports, and no more', async () => {
  const below = (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `{ __typename: "Deployment", id: "d${index}" }`);
    return subgraph.ask(
      `{ _entities(representations: [${ids.join(', ')}]) { ... on Deployment { parity { status } } } }`,
    );
  };
  expect((await below(2)).errors).toBeUndefined();
  expect((await below(3)).errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'parity' }],
  });
});
