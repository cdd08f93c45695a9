import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ClusterClient } from './client.js';
import { shareCluster } from './share-cluster.js';

const NAMESPACE = 'bots';
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const POLICIES = `/apis/networking.k8s.io/v1/namespaces/${NAMESPACE}/networkpolicies`;
const ACCOUNTS = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;
const MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const ROLES = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`;
const EXPIRED = 410;
const LOOK_MS = 50;

const { testInCluster, opened } = await shareCluster("Kubernetes' API server", async (cluster) => {
  await cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
});
const admin = () => opened().as('admin');

/** The smallest job that there is. */
const jobOf = (name: string, changes: object = {}) => ({
  metadata: { name, labels: { backtest: name } },
  spec: {
    backoffLimit: 0,
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'run', image: 'image', command: ['true'], ...changes }] },
    },
  },
});

/** Returns a client that asks as a service account, by a token that the API server signs for it. */
async function asAccount(name: string): Promise<ClusterClient> {
  await admin().create(ACCOUNTS, { metadata: { name } });
  const { status } = await admin().create(`${ACCOUNTS}/${name}/token`, { spec: {} });
  return opened().as(status as { token: string });
}

testInCluster('a job and a network policy are there once they were made', async () => {
  await admin().create(JOBS, jobOf('seen'));
  await admin().create(POLICIES, { metadata: { name: 'none' }, spec: { podSelector: {}, policyTypes: ['Egress'] } });
  expect(await admin().get(`${JOBS}/seen`)).toMatchObject({
    metadata: { namespace: NAMESPACE, labels: { backtest: 'seen' }, uid: expect.any(String) },
    spec: { backoffLimit: 0, parallelism: 1, completions: 1 },
  });
  expect(await admin().get(POLICIES)).toMatchObject({
    kind: 'NetworkPolicyList',
    items: [{ metadata: { name: 'none' }, spec: { policyTypes: ['Egress'] } }],
  });
});

testInCluster('what the API does not know as valid is refused, and so is a second object of one name', async () => {
  await expect(admin().create(JOBS, jobOf('odd', { imagePullPolicy: 'Sometimes' }))).rejects.toMatchObject({
    ...{ status: 422, reason: 'Invalid' },
  });
  await admin().create(MAPS, { metadata: { name: 'once' } });
  await expect(admin().create(MAPS, { metadata: { name: 'once' } })).rejects.toMatchObject({
    ...{ status: 409, reason: 'AlreadyExists' },
  });
});

testInCluster('a write that was made from an older state of an object is a conflict', async () => {
  const first = await admin().create(MAPS, { metadata: { name: 'raced' } });
  await admin().replace(`${MAPS}/raced`, { ...first, data: { winner: 'one' } });
  await expect(admin().replace(`${MAPS}/raced`, { ...first, data: { winner: 'other' } })).rejects.toMatchObject({
    ...{ status: 409, reason: 'Conflict' },
  });
});

testInCluster('a token has the rights of its role and no others, and what is no token has none', async () => {
  const reader = await asAccount('reader');
  await expect(reader.get(JOBS)).rejects.toMatchObject({ status: 403, reason: 'Forbidden' });
  await admin().create(`${ROLES}/roles`, {
    metadata: { name: 'reader' },
    rules: [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['list'] }],
  });
  await admin().create(`${ROLES}/rolebindings`, {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: NAMESPACE }],
  });
  // The server hears of its own roles by a watch.
  while ((await reader.get(JOBS).catch(() => undefined)) === undefined) await sleep(LOOK_MS);
  await expect(reader.create(JOBS, jobOf('refused'))).rejects.toMatchObject({ status: 403 });
  await expect(reader.get('/apis/batch/v1/jobs')).rejects.toMatchObject({ status: 403 });
  await expect(opened().as({ token: 'none' }).get(JOBS)).rejects.toMatchObject({ status: 401 });
});

testInCluster(
  'a watch breaks off with its server, and the next one from so early is told that it is too late',
  async () => {
    const { metadata } = await admin().create(MAPS, { metadata: { name: 'early' } });
    const { resourceVersion } = metadata as { resourceVersion: string };
    const watch = () => admin().watch(`${MAPS}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=20`);
    const watched = (async () => {
      for await (const _event of watch());
    })();
    watched.catch(() => {});
    await admin().create(MAPS, { metadata: { name: 'later' } });
    await opened().restartServer();
    await expect(watched).rejects.toThrow();
    const events: unknown[] = [];
    for await (const event of watch()) events.push(event);
    expect(events).toMatchObject([{ type: 'ERROR', object: { code: EXPIRED, reason: 'Expired' } }]);
  },
);
