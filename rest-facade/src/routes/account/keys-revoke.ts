import { z } from 'zod';
import { RevokeApiKeyDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

/** `DELETE /account/keys/{id}` */
export const revokeApiKey = defineRoute({
  method: 'DELETE',
  path: '/account/keys/{id}',
  effect: 'removes',
  tool: 'account.keys.revoke',
  summary: 'Revokes an API key within seconds; safe to repeat',
  authentication: 'session',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The key', 'key_01') }) }),
  response: { 200: z.object({ status: z.literal('revoked').describe('The key no longer grants access') }) },
  refusals: ['api_key_not_found'],
  operation: RevokeApiKeyDocument,
  variables: ({ params }) => ({ input: params }),
  respond: () => ({ status: 200, body: { status: 'revoked' as const } }),
});
