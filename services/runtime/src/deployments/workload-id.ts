import type { DeploymentRecord } from './record.js';

/** The name of the process of a deployment: one of its own. */
export function workloadIdOf({ _id }: Pick<DeploymentRecord, '_id'>): string {
  return _id;
}
