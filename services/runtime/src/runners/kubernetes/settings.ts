import { ConfigurationError } from '@platform/kit/config';
import { podsSchema } from './pod-values.js';

/** What a service is given of its cluster. */
export interface ClusterSettings {
  readonly RUNNER: 'process' | 'kubernetes';
  readonly KUBERNETES_API_URL?: string | undefined;
  readonly KUBERNETES_TOKEN_FILE: string;
  readonly KUBERNETES_CA_FILE: string;
  readonly KUBERNETES_NAMESPACES: ReadonlySet<string>;
  readonly KUBERNETES_INSTALLATION?: string | undefined;
  /** As JSON has it. */
  readonly KUBERNETES_PODS?: unknown;
}

/** Where and how pods are made. Throws `ConfigurationError` where something is missing, or a namespace is none of those that are allowed. */
export function clusterOf(settings: ClusterSettings) {
  const url = present(settings, 'KUBERNETES_API_URL');
  const installation = present(settings, 'KUBERNETES_INSTALLATION');
  const pods = podsOf(present(settings, 'KUBERNETES_PODS'));
  const { KUBERNETES_TOKEN_FILE: tokenFile, KUBERNETES_CA_FILE: caFile, KUBERNETES_NAMESPACES: allowed } = settings;
  const { services: _, ...made } = pods;
  for (const [what, { namespace }] of Object.entries(made))
    if (!allowed.has(namespace))
      throw new ConfigurationError(
        `KUBERNETES_NAMESPACES: must name ${namespace}, which KUBERNETES_PODS names for ${what}`,
      );
  if (pods.proxies !== undefined && pods.bots === undefined)
    throw new ConfigurationError(
      'KUBERNETES_PODS.bots: must be there where there are proxies, which pods of bots alone ask',
    );
  return { address: { url, tokenFile, caFile }, installation, pods };
}

function podsOf(value: unknown) {
  const { data, error } = podsSchema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ConfigurationError(`${['KUBERNETES_PODS', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}

function present<Name extends 'KUBERNETES_API_URL' | 'KUBERNETES_INSTALLATION' | 'KUBERNETES_PODS'>(
  settings: ClusterSettings,
  name: Name,
): NonNullable<ClusterSettings[Name]> {
  const value = settings[name];
  if (value === undefined || value === null)
    throw new ConfigurationError(`${name}: must be set where RUNNER is kubernetes`);
  return value;
}
