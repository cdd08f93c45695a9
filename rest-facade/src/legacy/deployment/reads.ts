import { z } from 'zod';
import {
  LegacyGetDeploymentDocument,
  LegacyGetDeploymentLogsDocument,
  LegacyGetDeploymentStatusDocument,
  LegacyListDeploymentsDocument,
  LegacyListWalletsDocument,
  LegacyRenameDeploymentDocument,
} from '../../generated/operations.js';
import { deploymentName } from '../../routes/deployments/deployment/deployment.js';
import { cursor, nextCursor, text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { listOf, logLine, nextOf, pageSizes, toLogLine } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import {
  legacyDeployment,
  legacyDeploymentStatus,
  replicas,
  statusesOf,
  toLegacyDeployment,
  toLegacyStatus,
  toReplicas,
} from './deployment.js';
import { params } from './fields.js';
import { requireIn, type Tree } from './tree.js';
import { walletsOf } from './wallets.js';

const statusView = record(
  {
    id: text('The deployment', 'dpl_01'),
    status: legacyDeploymentStatus,
    ...replicas,
    k8s_status: absent(z.string(), 'it is not a deployment of Kubernetes here'),
  },
  { id: 'LegacyDeploymentStatus', description: 'Whether a deployment runs' },
);

const logs = record(
  { items: z.array(logLine), nextCursor, deployment_id: text('The deployment', 'dpl_01') },
  { id: 'LegacyDeploymentLogs', description: 'The newest lines of a log, oldest first, on one page' },
);

/** The list of a tree's deployments. */
export function listRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: tree.path,
    name: `${tree.name}.list`,
    successor: 'GET /runtime/deployments',
    summary: 'Lists deployments, newest first, deleted ones too for 30 days',
    request: z.object({
      ...noFields,
      query: z.object({
        ...pageSizes({ preset: 10, maximum: 100 }),
        cursor: cursor.exactOptional(),
        status: legacyDeploymentStatus.exactOptional(),
      }),
    }),
    response: { 200: listOf(legacyDeployment) },
    operations: [LegacyListDeploymentsDocument, LegacyListWalletsDocument],
    answer: async ({ query }, ask) => {
      const { deployments } = await ask(LegacyListDeploymentsDocument, {
        statuses: statusesOf(query.status),
        framework: tree.framework,
        mode: tree.mode,
        first: query.limit ?? query.pageSize,
        after: query.cursor,
      });
      const nodes = deployments.edges.map(({ node }) => node);
      const wallets = await walletsOf(nodes, ask);
      const items = nodes.map((node) => toLegacyDeployment(node, wallets));
      return { status: 200, body: { items, nextCursor: nextOf(deployments.pageInfo) } };
    },
  });
}

/** The read of one deployment. */
export function getRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${tree.path}/{id}`,
    name: `${tree.name}.get`,
    successor: 'GET /runtime/deployments/{id}',
    summary: 'Reads one deployment; a deleted one for 30 days',
    request: z.object({ ...noFields, params }),
    response: { 200: legacyDeployment },
    refusals: ['deployment_not_found'],
    operations: [LegacyGetDeploymentDocument, LegacyListWalletsDocument],
    answer: async ({ params: { id } }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentDocument, { id });
      requireIn(tree, deployment);
      return { status: 200, body: toLegacyDeployment(deployment, await walletsOf([deployment], ask)) };
    },
  });
}

/** The read of a deployment's status. */
export function statusRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${tree.path}/{id}/status`,
    name: `${tree.name}.status`,
    successor: 'GET /runtime/deployments/{id}',
    summary: 'Reads the status of one deployment',
    request: z.object({ ...noFields, params }),
    response: { 200: statusView },
    refusals: ['deployment_not_found'],
    operations: [LegacyGetDeploymentStatusDocument],
    answer: async ({ params: { id } }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentStatusDocument, { id });
      requireIn(tree, deployment);
      const { status } = deployment;
      return { status: 200, body: { id, status: toLegacyStatus(status), ...toReplicas(status), k8s_status: null } };
    },
  });
}

/** The read of a deployment's log. */
export function logsRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${tree.path}/{id}/logs`,
    name: `${tree.name}.logs`,
    successor: 'GET /runtime/deployments/{id}/logs',
    summary: 'Reads the newest lines that a deployment logged, oldest first; of the last 7 days',
    request: z.object({ ...noFields, params, query: z.object(pageSizes({ preset: 100, maximum: 5_000 })) }),
    response: { 200: logs },
    refusals: ['deployment_not_found'],
    operations: [LegacyGetDeploymentLogsDocument],
    answer: async ({ params: { id }, query }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentLogsDocument, { id, limit: query.limit ?? query.pageSize });
      requireIn(tree, deployment);
      return { status: 200, body: { items: deployment.logs.map(toLogLine), nextCursor: null, deployment_id: id } };
    },
  });
}

/** The change of a deployment's name. */
export function renameRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'PATCH',
    path: `${tree.path}/{id}`,
    effect: 'changes',
    name: `${tree.name}.rename`,
    successor: 'PATCH /runtime/deployments/{id}',
    summary: "Changes a deployment's name, and nothing else of it",
    request: z.object({
      ...noFields,
      params,
      body: z.object({ name: deploymentName }).meta({ examples: [{ name: 'Momentum, second' }] }),
    }),
    response: { 200: legacyDeployment },
    refusals: ['invalid_request', 'deployment_not_found', 'invalid_state', 'name_taken'],
    operations: [...[LegacyRenameDeploymentDocument, LegacyGetDeploymentStatusDocument, LegacyListWalletsDocument]],
    answer: async ({ params: { id }, body: { name } }, ask) => {
      if (tree.mode !== undefined) requireIn(tree, (await ask(LegacyGetDeploymentStatusDocument, { id })).deployment);
      const { updateDeployment } = await ask(LegacyRenameDeploymentDocument, { input: { id, name } });
      const { deployment } = updateDeployment;
      return { status: 200, body: toLegacyDeployment(deployment, await walletsOf([deployment], ask)) };
    },
  });
}
