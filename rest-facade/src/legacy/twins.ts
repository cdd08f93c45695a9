// Why: docs/decisions/edge/older-surface.md
import { z } from 'zod';

/**
 * The further names under which published clients read a field: the only list of them. Every record of the older surface that has a field
 * has its twins, with the same value.
 */
const TWINS = {
  created_at: ['createdAt'],
  updated_at: ['updatedAt'],
  deleted_at: ['deletedAt'],
  started_at: ['startedAt'],
  ended_at: ['endedAt'],
  completed_at: ['completedAt'],
  tx_hash: ['txHash'],
  result_url: ['resultUrl'],
  result_uri: ['resultUri'],
  credentials_status: ['credentialsStatus'],
  wallet_address: ['walletAddress'],
  deployment_id: ['deploymentId'],
  stopped_reason: ['stoppedReason'],
  k8s_job_name: ['k8sJobName', 'job_name'],
  k8s_deployment_name: ['k8sDeploymentName', 'deployment_name'],
  k8s_namespace: ['k8sNamespace', 'namespace'],
} as const;

/** The fields of a record, each with its schema. */
type Shape = Readonly<Record<string, z.ZodType>>;

/** Returns the schema of a record: it takes the fields of `shape`, and answers with these and their twins. */
export function record<Fields extends Shape>(
  fields: Fields,
  meta: { readonly id: string; readonly description: string },
) {
  // Documents leave the twins out: clients made from them call both fields by one name, and do not compile.
  const answered = z.looseObject(fields).meta(meta);
  return z
    .custom<z.input<z.ZodObject<Fields>>>()
    .transform((given) =>
      withTwins(Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)))),
    )
    .pipe(answered);
}

function withTwins(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const twins = Object.entries(TWINS).flatMap(([name, others]) => {
    const value = fields[name];
    return value === undefined ? [] : others.map((other) => [other, value] as const);
  });
  return { ...fields, ...Object.fromEntries(twins) };
}
