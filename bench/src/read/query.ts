import { createHash } from 'node:crypto';
import { routes } from '@platform/rest-facade/routes';
import type { Request } from './load.js';

/** The facade's own operation for one backtest. */
export const BACKTEST_QUERY = operationOf('/runtime/backtests/{id}');

function operationOf(path: string): string {
  const route = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
  if (route === undefined) throw new Error(`the facade has no route GET ${path}`);
  return route.operation;
}

/** The document by its hash alone, as clients with persisted queries send it. */
export const HASH_ALONE = {
  extensions: {
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(BACKTEST_QUERY).digest('hex') },
  },
};

/** Returns one request per record. */
export function graphql(ids: readonly string[], document: object, headers: Record<string, string>): readonly Request[] {
  return ids.map((id) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...document, variables: { id } }),
  }));
}

/** Registers the document of the hash with the gateway. */
export async function announce(graphqlUrl: string, headers: Record<string, string>): Promise<void> {
  await fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: BACKTEST_QUERY, ...HASH_ALONE, variables: { id: '' } }),
  });
}
