import { z } from 'zod';
import { ListExecutionsDocument } from '../../generated/operations.js';
import { cursor, nextCursor, unboundedLimit } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { execution, toExecution } from './execution.js';

/** `GET /runtime/executions` */
export const listExecutions = defineRoute({
  method: 'GET',
  path: '/runtime/executions',
  tool: 'runtime.executions.list',
  summary: 'Lists execution records, newest first',
  authentication: 'key',
  invalidRequest: 'validation_failed',
  request: z.object({ ...noFields, query: z.strictObject({ limit: unboundedLimit, cursor: cursor.exactOptional() }) }),
  response: { 200: z.object({ executions: z.array(execution), next_cursor: nextCursor }) },
  refusals: ['invalid_request', 'execution_store_unavailable'],
  operation: ListExecutionsDocument,
  variables: ({ query }) => ({ first: query.limit, after: query.cursor }),
  respond: ({ executions: { edges, pageInfo } }) => ({
    status: 200,
    body: {
      executions: edges.map(({ node }) => toExecution(node)),
      next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    },
  }),
});
