import { z } from 'zod';
import type { LocalRoute } from '../http/server.js';
import type { Route } from '../routes/route.js';
import { openapiDocument } from './document.js';

const document = z
  .looseObject({ openapi: z.literal('3.1.1').describe('Version of OpenAPI') })
  .meta({ description: 'The OpenAPI document of the HTTP contract', examples: [{ openapi: '3.1.1' }] });

/** `GET /openapi.json`: made on the first request, and cached as text. `others` are the other local routes. */
export function openapiRoute(
  routes: readonly Route[],
  others: readonly LocalRoute[],
  publicUrl: () => string,
): LocalRoute {
  let text: string | undefined;
  const route: LocalRoute = {
    path: '/openapi.json',
    documented: { id: 'getOpenapi', summary: 'The HTTP contract as OpenAPI 3.1', responses: { 200: document } },
    answer: async () => {
      text ??= JSON.stringify(openapiDocument(routes, [...others, route], publicUrl()));
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
    },
  };
  return route;
}
