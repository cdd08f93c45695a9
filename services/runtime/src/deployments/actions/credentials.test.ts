import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AttachDeploymentCredentialsRequest } from '@platform/protos/runtime';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, openDatabase } from '../../domain.fixture.js';
import { attachCredentials } from './credentials.js';
import { created } from './deployments.fixture.js';

const NONE = {
  allowUnscopedCredential: false,
  acknowledgeWithdrawalRisk: false,
  acknowledgeNotRecommended: false,
};
const ALL = { allowUnscopedCredential: true, acknowledgeWithdrawalRisk: true, acknowledgeNotRecommended: true };

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let id: string;

beforeAll(async () => {
  connection = await openDatabase('credentials');
  domain = await buildDomain(connection);
  ({ _id: id } = await created(domain, 'acc_1', 'on paper'));
});

afterAll(() => connection.close());

const attach = (request: Partial<AttachDeploymentCredentialsRequest>, accountId = 'acc_1') =>
  attachCredentials(domain.deployments, accountId, { id, ...NONE, ...request });

test('a deployment on paper takes none, and stays as it is', async () => {
  const before = await domain.deployments.store.get('acc_1', id);
  for (const request of [{}, { type: 'managed', scope: 'trade' }, { scope: 'withdraw', ...ALL }])
    expect(await attach(request)).toEqual(before);
});

test.each([
  ['a scope beyond trading, without any acknowledgement', { scope: 'unrestricted' }, 'credential_scope_unsafe'],
  [
    'a scope beyond trading, with two of the acknowledgements',
    { scope: 'withdraw', ...ALL, acknowledgeNotRecommended: false },
    'credential_scope_unsafe',
  ],
  ['self-custody', { type: 'self_custody' }, 'feature_not_available'],
  ['another type', { type: 'borrowed' }, 'invalid_request'],
  ['another scope', { scope: 'all' }, 'invalid_request'],
  ['an unknown id', { id: 'dpl_unknown' }, 'deployment_not_found'],
])('%s is refused', async (_case, request, code) => {
  await expect(attach(request)).rejects.toMatchObject({ code });
});

test("another account's deployment is one that does not exist, whatever is attached", async () => {
  for (const request of [{}, { type: 'self_custody' }, { scope: 'withdraw' }])
    await expect(attach(request, 'acc_2')).rejects.toMatchObject({ code: 'deployment_not_found' });
});

test('a deployment that is deleted takes none', async () => {
  const { _id: deleted } = await created(domain, 'acc_1', 'to be deleted');
  await domain.deployments.lifecycle.delete('acc_1', deleted, { acknowledged: false });
  await expect(attach({ id: deleted })).rejects.toMatchObject({
    code: 'invalid_state',
    details: { status: 'deleting', action: 'attach_credentials' },
  });
});
