// Why: docs/decisions/edge/older-surface.md
import { z } from 'zod';
import type { LocalRoute } from '../http/server.js';
import { openapiDocument } from '../openapi/document.js';
import type { LegacyRoute } from './operation.js';

const INFO = {
  title: 'Trading platform, older surface',
  version: '1.0.0',
  description: [
    'The operations under /auth, /v1, /v2 and /v3, which are kept for the clients that use them. Each is deprecated: its answers say in',
    '`Deprecation`, `Sunset` and `Link` when it ends and what replaces it. /openapi.json describes what replaces it.',
  ].join(' '),
};

/** The servers that the older specification names. A platform that has no staging or development server of its own names itself. */
function serversOf(publicUrl: string) {
  const servers = [
    ['base_url', 'Production'],
    ['staging_url', 'Staging'],
    ['dev_url', 'Development'],
  ] as const;
  return servers.map(([name, description]) => ({
    url: `{${name}}`,
    description,
    variables: { [name]: { default: publicUrl } },
  }));
}

const document = z
  .looseObject({ openapi: z.literal('3.1.1').describe('Version of OpenAPI') })
  .meta({ description: 'The OpenAPI document of the older surface', examples: [{ openapi: '3.1.1' }] });

/** `GET /legacy/openapi.json`: made on the first request, and cached as text. */
export function legacyDocumentRoute(routes: readonly LegacyRoute[], publicUrl: () => string): LocalRoute {
  let text: string | undefined;
  return {
    path: '/legacy/openapi.json',
    documented: {
      id: 'getLegacyOpenapi',
      summary: 'The older surface as OpenAPI 3.1, version 1.0.0',
      responses: { 200: document },
    },
    answer: async () => {
      text ??= JSON.stringify(
        openapiDocument(routes, [], publicUrl(), { info: INFO, servers: serversOf(publicUrl()) }),
      );
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
    },
  };
}
