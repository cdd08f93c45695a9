import { type Client, cacheExchange, createClient, type Exchange, fetchExchange } from '@urql/core';
import { store } from '../app/store.js';

/** The console's own endpoint: it takes the cookie, and only from this origin with this header. */
function newClient(exchanges: Exchange[] = [cacheExchange, fetchExchange]): Client {
  return createClient({
    url: '/console/graphql',
    fetchOptions: { headers: { 'x-console': '1' }, credentials: 'same-origin' },
    preferGetMethod: false,
    exchanges,
  });
}

/** The client of the graph; another one, which remembers nothing, for each session. */
export const client = store(newClient());

/** A client that keeps no answer: for questions of which hardly any is asked twice, such as about a text that is being typed. */
export const unkept = newClient([fetchExchange]);

/** Forgets all answers: the next reader must not see those of the last one. */
export function forgetAnswers(): void {
  client.set(newClient());
}
