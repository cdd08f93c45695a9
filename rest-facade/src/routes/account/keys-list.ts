import { z } from 'zod';
import { ListApiKeysDocument } from '../../generated/operations.js';
import { count, nextCursor, text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { permissions } from './fields.js';
import { mandate, toMandate } from './mandate.js';

const apiKey = z
  .object({
    id: text('The key', 'key_01'),
    name: text('Display name, given when the key was minted', 'research'),
    prefix: text('First characters of the secret', 'tp_AbCd'),
    permissions,
    mandate: mandate.nullable().describe('The limits of its trading; null where there are none'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Null until first used'),
    requests_today: count('Requests since midnight UTC', 42),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret' });

/** `GET /account/keys` */
export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/account/keys',
  tool: 'account.keys.list',
  summary: 'Lists the API keys that are not revoked, newest first',
  authentication: 'session',
  request: z.object(noFields),
  response: { 200: z.object({ keys: z.array(apiKey), next_cursor: nextCursor }) },
  operation: ListApiKeysDocument,
  variables: () => ({}),
  respond: ({ apiKeys }) => ({
    status: 200,
    body: {
      keys: apiKeys.map(({ createdAt, lastUsedAt, requestsToday, mandate: limits, ...same }) => ({
        ...same,
        mandate: toMandate(limits),
        created_at: createdAt,
        last_used_at: lastUsedAt,
        requests_today: requestsToday,
      })),
      next_cursor: null,
    },
  }),
});
