import { request } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import type { Caller } from '../platform/caller.js';
import { type Attack, aliases, asking, oneAndEight } from './attack.js';
import { type BulkyPlace, bulkyPlaces } from './bulky-bodies.js';

/** The bodies are serialised once: the honest customer shares the process. */
interface Written {
  readonly door: BulkyPlace['door'];
  readonly path: string;
  readonly headers: BulkyPlace['headers'];
  readonly body: Buffer;
}

/** Some of the bodies, of every shape in turn. */
function written(isKeyed: boolean, places: readonly BulkyPlace[]): Written[] {
  return places.flatMap(({ door, path, headers, bodies }, index) => {
    const mine = bodies.filter((body) => body.isKeyed === isKeyed);
    const chosen = [0, 1, 2].map((step) => mine[(index * 5 + step * 9) % mine.length]);
    return chosen.flatMap((body) =>
      body === undefined ? [] : [{ door, path, headers, body: Buffer.from(body.write()) }],
    );
  });
}

/** Posts a body from an address of this machine; any answer or a closed connection will do. */
function post(url: URL, body: Buffer, headers: Record<string, string>, localAddress?: string): Promise<void> {
  return new Promise((resolve) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const sent = request(url, { ...options, ...(localAddress === undefined ? {} : { localAddress }) }, (answer) => {
      answer.on('close', resolve).resume();
    });
    sent.on('error', () => resolve()).end(body);
  });
}

function addressOf(attacker: Caller, { door, path }: Written): URL {
  return new URL(path, door === 'gateway' ? attacker.graphqlUrl : attacker.baseUrl);
}

/** One address per attacker, since it identifies a caller without a key. */
function localAddressOf({ email }: Caller): string {
  return `127.0.1.${(Number(/\d+/.exec(email)?.[0]) % 250) + 1}`;
}

function sending(
  what: string,
  bodies: () => Written[],
  headersOf: (attacker: Caller) => Record<string, string>,
): Attack {
  let chosen: Written[] | undefined;
  return {
    ...asking(what, 4, async (attacker, number) => {
      chosen ??= bodies();
      const next = chosen[number % chosen.length];
      if (next === undefined) return;
      const credential = headersOf(attacker);
      const localAddress = 'x-api-key' in credential ? undefined : localAddressOf(attacker);
      await post(addressOf(attacker, next), next.body, { ...next.headers(number), ...credential }, localAddress);
    }),
    attackers: oneAndEight,
  };
}

/** Documents that were never sent before. */
function fresh(what: string, documents: readonly ((number: number) => string)[]): Attack {
  let sent = 0;
  return {
    ...asking(what, 4, (attacker) => {
      sent += 1;
      return attacker.query(documents[sent % documents.length]?.(sent) ?? '');
    }),
    attackers: oneAndEight,
  };
}

const fragments = (count: number, on: string, fields: string) =>
  Array.from({ length: count }, (_, index) => `fragment F${index} on ${on} { ${fields} }`).join(' ');
const spreads = (count: number) => Array.from({ length: count }, (_, index) => `...F${index}`).join(' ');

/** Requests that are costly to read, and documents that are costly to check. */
export const bulk: readonly Attack[] = [
  sending(
    'bulky bodies that nobody signs',
    () => written(false, bulkyPlaces),
    () => ({}),
  ),
  sending(
    'bulky arguments of tools, and bulky actions',
    () =>
      written(
        true,
        bulkyPlaces.filter(({ path }) => path === '/mcp' || path === '/runtime/executions'),
      ),
    ({ apiKey }) => ({ 'x-api-key': apiKey }),
  ),
  fresh('questions about the schema', [
    (number) => getIntrospectionQuery().replace('IntrospectionQuery', `Q${number}`),
    (number) => `query Q${number} { ${aliases(30, () => '__schema { types { name fields { name } } }')} }`,
    (number) => `query Q${number} { __schema { ${aliases(4, () => 'types { name fields { name args { name } } }')} } }`,
    (number) => `{ __schema { types { name a${number}: fields { name type { name fields { name } } } } } }`,
  ]),
  fresh('comments', [
    (number) => `{ account { id } } #${number}\n${'#\n'.repeat(31_000)}`,
    (number) => `{ account { id } } #${number}\n${'#\n'.repeat(950_000)}`,
  ]),
  fresh('fragments under fresh names', [
    (number) => `query Q${number} { account { ${spreads(90)} } } ${fragments(90, 'Account', 'id')}`,
    (number) =>
      `query Q${number} { backtests { nodes { ${spreads(90)} } } } ${fragments(90, 'Backtest', 'id result { sharpe }')}`,
    (number) => `query Q${number} { ${aliases(30, () => 'backtests { nodes { id status markets { symbol } } }')} }`,
  ]),
];
