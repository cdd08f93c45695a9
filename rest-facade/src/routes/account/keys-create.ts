import { z } from 'zod';
import { CreateApiKeyDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';
import { permissions } from './fields.js';

const wanted = z.strictObject({
  name: z.string().max(100).exactOptional().describe('Default api-key, also when blank'),
  permissions: permissions.exactOptional().describe('Default all'),
});

/** `POST /account/keys` */
export const createApiKey = defineRoute({
  method: 'POST',
  path: '/account/keys',
  summary: 'Mints an API key; its secret is shown once',
  authentication: 'session',
  request: z.object({ ...noFields, body: wanted.nullish() }),
  response: {
    201: z.object({
      api_key: z.string().describe('The secret; shown once'),
      key_id: z.string(),
      account_id: z.string(),
    }),
  },
  operation: CreateApiKeyDocument,
  variables: ({ body }) => ({ input: body ?? {} }),
  respond: ({ createApiKey: { apiKey, keyId, accountId } }) => ({
    status: 201,
    body: { api_key: apiKey, key_id: keyId, account_id: accountId },
  }),
});
