import { z } from 'zod';
import { GetDeploymentDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { deployment, toDeployment } from './deployment/deployment.js';

/** `GET /runtime/deployments/{id}` */
export const getDeployment = defineRoute({
  method: 'GET',
  path: '/runtime/deployments/{id}',
  tool: 'runtime.deployments.get',
  summary: 'Reads one deployment with its status; a deleted one for 30 days',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }) }),
  response: { 200: deployment },
  refusals: ['deployment_not_found', 'unsupported_runtime_record'],
  operation: GetDeploymentDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toDeployment(data.deployment) }),
});
