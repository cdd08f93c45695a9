import type { DeploymentStatus } from '../generated/documents.js';

/** Of what is deleted, or is about to be, nothing is left but its record. */
export const GONE: ReadonlySet<DeploymentStatus> = new Set(['deleting', 'deleted']);
