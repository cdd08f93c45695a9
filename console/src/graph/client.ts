import { type Client, cacheExchange, createClient, fetchExchange } from '@urql/core';
import { store } from '../app/store.js';

/** The console's own endpoint: it takes the cookie, and only from this origin with this header. */
function newClient(): Client {
  return createClient({
    url: '/console/graphql',
    fetchOptions: { headers: { 'x-console': '1' }, credentials: 'same-origin' },
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
  });
}

/** The client of the graph; another one, which remembers nothing, for each session. */
export const client = store(newClient());

/** Forgets all answers: the next reader must not see those of the last one. */
export function forgetAnswers(): void {
  client.set(newClient());
}
