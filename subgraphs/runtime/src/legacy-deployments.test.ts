import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentOf, startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

/** As the service answers one of the older platform. */
const LEGACY = {
  ...{ id: 'old', name: 'Dip buyer', status: 'running', mode: 'live', venue: 'hyperliquid' },
  framework: { id: 'freqtrade' },
  ...{ symbols: ['BTC/USDC:USDC'], canonicalSymbols: [] },
  ...{ credentials: null, venueAccount: null, venueSetup: null, mandate: null, error: null, metrics: null },
  health: { restarts: 2, differences: [] },
  ...{ createdAtMs: 0, startedAtMs: 1_000 },
};
const CODES = new Map([
  ['unverified', 'unsupported_runtime_record'],
  ['unknown_now', 'service_unavailable'],
]);
let subgraph: TestSubgraph;

beforeAll(async () => {
  subgraph = await startTestSubgraph({
    BatchGetDeployments: async ({ ids }) => ({
      deployments: ids.filter((id) => !CODES.has(id)).map((id) => (id === 'old' ? LEGACY : deploymentOf(id))),
      unread: ids.flatMap((id) => {
        const code = CODES.get(id);
        return code === undefined ? [] : [{ id, code }];
      }),
    }),
  });
});

afterAll(() => subgraph.close());

test('a legacy deployment has what was imported and is observed, and nulls for the rest', async () => {
  const { data, errors } = await subgraph.ask(`{ deployment(id: "old") {
    status region codeSha256 onExpiry entriesBlocked startedAt framework { id name imageDigest } markets { id }
    credentials { status } venueAccount { funded } health { lastHeartbeat restarts strategyErrors differences { kind } }
  } }`);
  expect(errors).toBeUndefined();
  expect(data.deployment).toEqual({
    ...{ status: 'running', region: null, codeSha256: null, onExpiry: null, entriesBlocked: null },
    startedAt: '1970-01-01T00:00:01.000Z',
    framework: { id: 'freqtrade', name: 'freqtrade', imageDigest: null },
    ...{ markets: [], credentials: null, venueAccount: null },
    health: { lastHeartbeat: null, restarts: 2, strategyErrors: null, differences: [] },
  });
});

test.each(['metrics { asOf }', 'backtests { edges { cursor } }'])('its %s are refused', async (field) => {
  const { errors } = await subgraph.ask(`{ deployment(id: "old") { ${field} } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'unsupported_runtime_record' } }]);
});

test('one that can not be read now says why, and hides no other of the same document', async () => {
  const { data, errors } = await subgraph.ask(
    '{ own: deployment(id: "dpl_1") { id metrics { simulated } } a: deployment(id: "unverified") { id } b: deployment(id: "unknown_now") { id } }',
  );
  expect(data).toEqual({ own: { id: 'dpl_1', metrics: { simulated: true } }, a: null, b: null });
  expect(errors).toMatchObject([
    { path: ['a'], extensions: { code: 'unsupported_runtime_record' } },
    { path: ['b'], extensions: { code: 'service_unavailable' } },
  ]);
});
