import { z } from 'zod';
import { GetExecutionDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';
import { execution, toExecution } from './execution.js';

/** `GET /runtime/executions/{id}` */
export const getExecution = defineRoute({
  method: 'GET',
  path: '/runtime/executions/{id}',
  summary: 'Reads one execution record; the venue is not asked',
  authentication: 'key',
  invalidRequest: 'validation_failed',
  request: z.object({ ...noFields, params: z.strictObject({ id: z.string() }) }),
  response: { 200: execution },
  operation: GetExecutionDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toExecution(data.execution) }),
});
