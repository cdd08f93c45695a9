import { frameworkIds } from '@platform/venues/registry';
import { z } from 'zod';
import { ListDeploymentsDocument } from '../../generated/operations.js';
import { cursor, limit, nextCursor } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { venue } from '../runtime/backtest/backtest.js';
import { deployment, deploymentMode, deploymentStatus, toDeployment } from './deployment/deployment.js';

/** `GET /runtime/deployments` */
export const listDeployments = defineRoute({
  method: 'GET',
  path: '/runtime/deployments',
  tool: 'runtime.deployments.list',
  summary: 'Lists deployments, newest first; deleted ones only where that status is asked for',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      venue: venue.exactOptional(),
      framework: z.enum(frameworkIds).exactOptional().describe('Framework'),
      mode: deploymentMode.exactOptional(),
      status: deploymentStatus.exactOptional(),
      limit: limit(),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: { 200: z.object({ deployments: z.array(deployment), next_cursor: nextCursor }) },
  operation: ListDeploymentsDocument,
  variables: ({ query: { limit: first, cursor: after, ...filters } }) => ({ ...filters, first, after }),
  respond: ({ deployments: { edges, pageInfo } }) => ({
    status: 200,
    body: {
      deployments: edges.map(({ node }) => toDeployment(node)),
      next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    },
  }),
});
