import type { Cluster } from './api-server.js';
import { tokenFileOf } from './runtime-account.js';

/** Makes a namespace for strategies; returns the settings by which a platform runs them in its pods. */
export async function clusterSettings(
  cluster: Cluster,
  namespace: string,
  pods: object,
): Promise<Readonly<Record<string, string>>> {
  await cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: namespace } });
  return {
    RUNNER: 'kubernetes',
    KUBERNETES_API_URL: cluster.url,
    KUBERNETES_CA_FILE: cluster.caFile,
    KUBERNETES_TOKEN_FILE: await tokenFileOf(cluster, namespace),
    KUBERNETES_INSTALLATION: 'test',
    KUBERNETES_NAMESPACES: namespace,
    KUBERNETES_PODS: JSON.stringify({ services: { namespace: 'platform', labels: { app: 'runtime' } }, ...pods }),
  };
}
