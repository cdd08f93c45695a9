import { z } from 'zod';
import { GetExecutionDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { execution, toExecution } from './execution.js';

/** `GET /runtime/executions/{id}` */
export const getExecution = defineRoute({
  method: 'GET',
  path: '/runtime/executions/{id}',
  tool: 'runtime.executions.get',
  summary: 'Reads one execution record; the venue is not queried',
  authentication: 'key',
  invalidRequest: 'validation_failed',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The execution', 'exe_01') }) }),
  response: { 200: execution },
  refusals: ['execution_not_found', 'execution_store_unavailable'],
  operation: GetExecutionDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toExecution(data.execution) }),
});
