import { z } from 'zod';
import { CreateApiKeyDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { permissions } from './fields.js';
import { toMandateInput, wantedMandate } from './mandate.js';

const wanted = z.strictObject({
  name: text(
    'Display name without invisible or direction-changing characters; `api-key` if omitted or blank',
    'research',
  )
    .max(100)
    .exactOptional(),
  permissions: permissions.min(1).exactOptional(),
  mandate: wantedMandate.exactOptional(),
});

/** `POST /account/keys` */
export const createApiKey = defineRoute({
  method: 'POST',
  path: '/account/keys',
  effect: 'adds',
  tool: 'account.keys.create',
  summary: 'Mints an API key; its secret is shown once',
  authentication: 'session',
  request: z.object({ ...noFields, body: wanted.optional() }),
  response: {
    201: z.object({
      api_key: text('The secret; shown once', 'tp_…'),
      key_id: text('The key', 'key_01'),
      account_id: text('Its owner', 'acc_01'),
    }),
  },
  refusals: ['invalid_request', 'api_key_limit_reached'],
  creates: { path: '/account/keys/{id}', id: '/key_id' },
  operation: CreateApiKeyDocument,
  variables: ({ body: { mandate, ...key } = {} }) => ({
    input: { ...key, ...(mandate && { mandate: toMandateInput(mandate) }) },
  }),
  respond: ({ createApiKey: { apiKey, keyId, accountId } }) => ({
    status: 201,
    body: { api_key: apiKey, key_id: keyId, account_id: accountId },
  }),
});
