import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A request to the graph that code in the same process passes on for its own caller. */
export interface PassedRequest {
  readonly id: string;
  /** The one credential of the caller, if there is one. */
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly ip: string;
  /** The body as it was parsed. */
  readonly body: unknown;
}

/** What the graph answered, to be sent as it is. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What an answer says beside its body. */
const SAID = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after'];

/** Returns what answers a passed request as `/graphql` would: the same handlers, limits and counts, without a connection. */
export function answerInProcess(app: FastifyInstance): (request: PassedRequest) => Promise<PassedAnswer> {
  return async ({ id, headers, ip, body }) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json', 'x-request-id': id },
      payload: body === undefined ? '' : JSON.stringify(body),
      remoteAddress: ip,
    });
    const said = SAID.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    return { status: answer.statusCode, headers: Object.fromEntries(said), body: answer.body };
  };
}
