import { z } from 'zod';
import {
  LegacyCreateApiKeyDocument,
  LegacyListApiKeysDocument,
  LegacyRenameApiKeyDocument,
  LegacyRevokeApiKeyDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { listOf } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { legacyKey, nameOf, newLegacyKey, toLegacyKey } from './key.js';

const params = z.strictObject({ id: text('The key', 'key_01') });
const name = text('Display name', 'research').trim().min(1, 'must not be empty').max(100);
const success = z.object({ success: z.boolean().describe('True: it is done') });
const DONE = { status: 200, body: { success: true } } as const;

/** `/auth/api-key`: keys are managed with a session token, as on the unified surface. */
export const keyRows: readonly LegacyRoute[] = [
  defineLegacy({
    method: 'GET',
    path: '/auth/api-key',
    name: 'auth.api-key.list',
    successor: 'GET /account/keys',
    summary: 'Lists the API keys that are not revoked, newest first, all of them on one page',
    authentication: 'session',
    request: z.object({ ...noFields, query: z.object({}) }),
    response: { 200: listOf(legacyKey) },
    operations: [LegacyListApiKeysDocument],
    answer: async (_request, ask) => {
      const { apiKeys, account } = await ask(LegacyListApiKeysDocument, {});
      const items = apiKeys.map((key) => toLegacyKey(key, account.limits.requestsPerMinute));
      return { status: 200, body: { items, nextCursor: null } };
    },
  }),
  defineLegacy({
    method: 'POST',
    path: '/auth/api-key',
    effect: 'adds',
    name: 'auth.api-key.create',
    successor: 'POST /account/keys',
    summary: 'Mints an API key with every permission; its secret is shown once',
    authentication: 'session',
    request: z.object({ ...noFields, body: z.object({ name: name.exactOptional() }).nullish() }),
    response: { 200: newLegacyKey },
    refusals: ['invalid_request', 'api_key_limit_reached'],
    operations: [LegacyCreateApiKeyDocument, LegacyListApiKeysDocument],
    answer: async ({ body }, ask) => {
      const { createApiKey } = await ask(LegacyCreateApiKeyDocument, { input: { ...body } });
      const { apiKeys } = await ask(LegacyListApiKeysDocument, {});
      const made = apiKeys.find(({ id }) => id === createApiKey.keyId);
      if (made === undefined) throw new Error('a key that was minted is not listed');
      const { id, prefix, createdAt } = made;
      return {
        status: 200,
        body: { key: createApiKey.apiKey, id, name: nameOf(made), prefix, expiresAt: null, createdAt },
      };
    },
  }),
  defineLegacy({
    method: 'PATCH',
    path: '/auth/api-key/{id}',
    effect: 'changes',
    name: 'auth.api-key.rename',
    successor: null,
    summary: 'Gives an API key another name on the older surface; its own name stays',
    authentication: 'session',
    request: z.object({ ...noFields, params, body: z.object({ name }) }),
    response: { 200: success.extend({ name }) },
    refusals: ['invalid_request', 'api_key_not_found'],
    operations: [LegacyRenameApiKeyDocument],
    answer: async ({ params: { id }, body }, ask) => {
      const { renameApiKey } = await ask(LegacyRenameApiKeyDocument, { input: { id, name: body.name } });
      return { status: 200, body: { success: true, name: nameOf(renameApiKey.key) } };
    },
  }),
  defineLegacy({
    method: 'DELETE',
    path: '/auth/api-key/{id}',
    effect: 'removes',
    name: 'auth.api-key.delete',
    successor: 'DELETE /account/keys/{id}',
    summary: 'Revokes an API key within seconds; safe to repeat',
    authentication: 'session',
    request: z.object({ ...noFields, params }),
    response: { 200: success },
    refusals: ['api_key_not_found'],
    operations: [LegacyRevokeApiKeyDocument],
    answer: async ({ params: input }, ask) => {
      await ask(LegacyRevokeApiKeyDocument, { input });
      return DONE;
    },
  }),
];
