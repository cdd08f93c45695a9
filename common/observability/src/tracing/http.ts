import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { activeTracer } from './active.js';
import type { Span } from './tracer.js';

/** The header, and metadata key, of W3C trace context. */
export const TRACEPARENT_HEADER = 'traceparent';

interface TracedRequest {
  readonly id: string;
  readonly method: string;
  readonly is404: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly routeOptions: { readonly url?: string | undefined };
}

type Hook = (request: TracedRequest, reply: { readonly raw: ServerResponse }, done: () => void) => void;

/** What is used of a Fastify server. */
interface TracedServer {
  addHook(name: 'onRequest' | 'preHandler', hook: Hook): unknown;
}

/**
 * Makes a span of each request that a server answers, named by its route's pattern. Called once traces are on: while they
 * are off, hooks that do nothing would still cost each request.
 */
export function traceHttp(server: TracedServer): void {
  const tracer = activeTracer();
  if (tracer === undefined) return;
  const spans = new WeakMap<TracedRequest, Span>();
  server.addHook('onRequest', (request, { raw }, done) => {
    const { id: requestId, method, headers, is404, routeOptions } = request;
    const place = is404 || routeOptions.url === undefined ? {} : { 'http.route': routeOptions.url };
    const name = 'http.route' in place ? `${method} ${place['http.route']}` : 'unknown route';
    const span = tracer.begin(name, { requestId, traceparent: headers[TRACEPARENT_HEADER] });
    spans.set(request, span);
    // Whether it was answered or the caller left.
    raw.once('close', () => {
      const attributes = { ...place, 'http.response.status_code': raw.statusCode };
      span.end({ failed: raw.statusCode >= 500, attributes });
    });
    span.run(done);
  });
  // Reading the body leaves what the first hook ran in.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
}

/** The header by which the next process knows of this hop; empty while traces are off, or outside of a request. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = activeTracer()?.traceparent();
  return traceparent === undefined ? NONE : { [TRACEPARENT_HEADER]: traceparent };
}

const NONE = Object.freeze({});
