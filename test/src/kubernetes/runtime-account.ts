import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Cluster } from './api-server.js';

const NAME = 'runtime';
const tokenSchema = z.object({ status: z.object({ token: z.string() }) });

/** What the runtime service may do in a namespace of its pods, and nothing else (docs/kubernetes.md). */
const RULES = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'get', 'delete'] },
  { apiGroups: ['apps'], resources: ['statefulsets'], verbs: ['create', 'get', 'list', 'update', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'get', 'delete'] },
  { apiGroups: [''], resources: ['persistentvolumeclaims'], verbs: ['get', 'delete'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['create', 'update'] },
];

/** Makes the service account of the runtime service in a namespace, with its rights there, and a file with a token of it. */
export async function tokenFileOf(cluster: Cluster, namespace: string): Promise<string> {
  const admin = cluster.as('admin');
  const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await admin.create(accounts, { metadata: { name: NAME } });
  await admin.create(`${roles}/roles`, { metadata: { name: NAME }, rules: RULES });
  await admin.create(`${roles}/rolebindings`, {
    metadata: { name: NAME },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME },
    subjects: [{ kind: 'ServiceAccount', name: NAME, namespace }],
  });
  const { status } = tokenSchema.parse(await admin.create(`${accounts}/${NAME}/token`, { spec: {} }));
  const file = join(cluster.folder, `${namespace}.token`);
  await writeFile(file, status.token, { mode: 0o600 });
  return file;
}
