import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mandate } from '@platform/keys/mandates';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, openDatabase } from '../../domain.fixture.js';
import { created } from './deployments.fixture.js';

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('deployment_mandates');
  domain = await buildDomain(connection);
});

afterAll(() => connection.close());

const REQUEST = {
  ...{ framework: 'freqtrade', venue: 'hyperliquid', mode: 'paper', code: 'x = 1' },
  configJson: '{"exchange": {"pair_whitelist": ["BTC/USDC:USDC"]}}',
};

const beyond: [string, Mandate][] = [
  ['venues', { venues: ['lighter'] }],
  ['symbols', { symbols: ['ETH/USDC:USDC'] }],
  ['expires_at', { expiresAtMs: 1 }],
];

test.each(beyond)('beyond %s of its key a deployment is not recorded', async (limit, mandate) => {
  const call = { accountId: `acc_${limit}`, requestId: 'req_1', mandate };
  await expect(domain.deployments.creation.create({ ...REQUEST, name: 'beyond' }, call)).rejects.toMatchObject({
    code: 'mandate_exceeded',
    details: { limit },
  });
  expect(await domain.deployments.store.kept(call.accountId)).toEqual([]);
});

test.each(beyond)('beyond %s a key does not start a deployment that another key made', async (limit, mandate) => {
  const { _id: id } = await created(domain, 'acc_start', `made for ${limit}`);
  const { lifecycle, store } = domain.deployments;
  await expect(lifecycle.start('acc_start', id, {}, mandate)).rejects.toMatchObject({ code: 'mandate_exceeded' });
  expect((await store.get('acc_start', id)).status).toBe('created');
  expect((await lifecycle.stop('acc_start', (await lifecycle.start('acc_start', id, {}))._id)).status).toBe('stopping');
});

test('within its venues and symbols, whatever limits its orders, a deployment on paper is recorded', async () => {
  const mandate: Mandate = { venues: ['hyperliquid'], symbols: ['BTC/USDC:USDC'], maxOrderUsd: '1.00' };
  const call = { accountId: 'acc_within', requestId: 'req_1', mandate };
  const { deployment } = await domain.deployments.creation.create({ ...REQUEST, name: 'within' }, call);
  expect(deployment.status).toBe('created');
});
