import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  type LegacyDeploymentFieldsFragment,
  LegacyListRunningDeploymentsDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import type { Ask, Route } from '../../routes/route.js';

/** Routes that stand together under one path. */
export interface Tree {
  readonly path: Route['path'];
  /** What the names of its operations begin with. */
  readonly name: string;
  readonly framework: 'freqtrade' | 'nautilus';
  /** Present where it has deployments of one mode alone. */
  readonly mode?: 'paper';
}

/** The trees of deployments. */
export const trees = {
  v1: { path: '/v1/deployment', name: 'v1.deployment', framework: 'freqtrade' },
  v2: { path: '/v2/deployment', name: 'v2.deployment', framework: 'freqtrade' },
  paper: { path: '/v2/paper-deployment', name: 'v2.paper-deployment', framework: 'freqtrade', mode: 'paper' },
  v3: { path: '/v3/deployment', name: 'v3.deployment', framework: 'nautilus' },
  v3Plural: { path: '/v3/deployments', name: 'v3.deployments', framework: 'nautilus' },
} as const satisfies Readonly<Record<string, Tree>>;

/** Throws `deployment_not_found` for a deployment that a tree does not have. */
export function requireIn(tree: Tree, { mode }: Pick<LegacyDeploymentFieldsFragment, 'mode'>): void {
  if (tree.mode !== undefined && mode !== tree.mode) throw new PlatformError('deployment_not_found');
}

/** The deployments of an account that run. */
export const activeDeploymentIds = z
  .array(text('A deployment', 'dpl_01'))
  .describe('The deployments of the account that run');

/** Returns the deployments of an account that run, or are about to start or stop. */
export async function activeIds(ask: Ask): Promise<string[]> {
  const { deployments } = await ask(LegacyListRunningDeploymentsDocument, {});
  return deployments.edges.map(({ node }) => node.id);
}
