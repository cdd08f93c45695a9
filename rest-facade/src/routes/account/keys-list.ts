import { z } from 'zod';
import { ListApiKeysDocument } from '../../generated/operations.js';
import { nextCursor, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { permissions } from './fields.js';

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('First characters of the secret'),
  permissions,
  created_at: timestamp,
  last_used_at: timestamp.nullable().describe('Null until first used'),
  requests_today: z.int().describe('Requests since midnight UTC'),
});

/** `GET /account/keys` */
export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/account/keys',
  summary: 'Lists the API keys that are not revoked, newest first',
  authentication: 'session',
  request: z.object(noFields),
  response: { 200: z.object({ keys: z.array(apiKey), next_cursor: nextCursor }) },
  operation: ListApiKeysDocument,
  variables: () => ({}),
  respond: ({ apiKeys }) => ({
    status: 200,
    body: {
      keys: apiKeys.map(({ createdAt, lastUsedAt, requestsToday, ...same }) => ({
        ...same,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        requests_today: requestsToday,
      })),
      next_cursor: null,
    },
  }),
});
