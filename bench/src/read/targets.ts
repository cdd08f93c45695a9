import type { Caller, Platform } from '@platform/test/platform';
import { environmentOf, loadService, mintToken } from './hops.js';
import { load, type Request, type Round } from './load.js';
import { announce, BACKTEST_QUERY, graphql, HASH_ALONE } from './query.js';

/** A target that answers reads of one backtest, and the processes that take part, the outermost first. */
export interface Target {
  readonly name: string;
  readonly processes: ReadonlyMap<string, number>;
  readonly round: (seconds: number) => Promise<Round>;
}

/** The running baseline. */
export interface BareRoute {
  readonly url: string;
  readonly processId: number;
}

/** Returns the bare route, then every hop of the platform from the store outwards. */
export async function targetsOf(
  platform: Pick<Platform, 'dataDirectory' | 'descriptor'>,
  caller: Caller,
  ids: readonly string[],
  bare: BareRoute,
): Promise<readonly Target[]> {
  const { base_url: baseUrl, graphql_url: graphqlUrl, processes } = await platform.descriptor();
  const service = await environmentOf(processes['runtime'] ?? 0);
  const token = () => mintToken(platform.dataDirectory, caller);
  const key = { 'x-api-key': caller.apiKey };
  const rest = ids.map((id): Request => ({ method: 'GET', path: `/runtime/backtests/${id}`, headers: key }));
  await announce(graphqlUrl, key);
  const through = (...names: readonly string[]) =>
    new Map([...names, 'mongod'].map((name): [string, number] => [name, processes[name] ?? 0]));
  return [
    {
      name: 'bare Fastify + mongoose',
      processes: new Map([['bare route', bare.processId], ...through()]),
      round: (seconds) => load(bare.url, rest, seconds),
    },
    {
      name: 'service (gRPC)',
      processes: through('runtime'),
      round: async (seconds) => loadService(service['GRPC_LISTEN'] ?? '', await token(), ids, seconds),
    },
    {
      name: 'subgraph (GraphQL)',
      processes: through('runtime'),
      round: async (seconds) => {
        const requests = graphql(ids, { query: BACKTEST_QUERY }, { authorization: `Bearer ${await token()}` });
        return load(`http://${service['SUBGRAPH_LISTEN']}`, requests, seconds);
      },
    },
    {
      name: 'gateway (GraphQL)',
      processes: through('edge', 'runtime'),
      round: (seconds) => load(new URL(graphqlUrl).origin, graphql(ids, HASH_ALONE, key), seconds),
    },
    {
      name: 'facade (REST)',
      processes: through('edge', 'runtime'),
      round: (seconds) => load(baseUrl, rest, seconds),
    },
  ];
}
