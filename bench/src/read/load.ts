import autocannon from 'autocannon';

/** The result of one round of load. */
export interface Round {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** One kind of request per record: a path and, for GraphQL, a body. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The number of concurrent connections. */
export const CONNECTIONS = 20;

/** Loads a server from 20 connections, each walking the requests from its own offset, so that ids in flight differ. */
export async function load(url: string, requests: readonly Request[], durationSeconds: number): Promise<Round> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: durationSeconds,
    setupClient: (client) => {
      const start = Math.floor((connection * requests.length) / CONNECTIONS);
      connection += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused and ${result.errors} failed requests`);
  const { average: requestsPerSecond, total } = result.requests;
  return { requests: total, requestsPerSecond, p99Ms: result.latency.p99 };
}
