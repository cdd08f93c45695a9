import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { GetDeploymentParityDocument } from '../../../generated/operations.js';
import { text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { comparedParity, toComparedParity } from './parity.js';

/** `GET /runtime/deployments/{id}/parity` */
export const getDeploymentParity = defineRoute({
  method: 'GET',
  path: '/runtime/deployments/{id}/parity',
  tool: 'runtime.deployments.parity',
  summary:
    'Reads how the trades of a deployment differ from those of the backtest of its period that was asked for last, and why',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }) }),
  response: { 200: comparedParity },
  refusals: ['deployment_not_found', 'invalid_state', 'unsupported_runtime_record'],
  operation: GetDeploymentParityDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: ({ deployment: { status, parity } }) => {
    if (parity == null)
      throw new PlatformError('invalid_state', {
        message: 'No parity report was asked for.',
        details: { status, action: 'read_parity' },
      });
    return { status: 200, body: toComparedParity(parity) };
  },
});
