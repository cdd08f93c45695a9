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

/** The part of a Fastify server that is used. */
interface TracedServer {
  addHook(name: 'onRequest' | 'preHandler', hook: Hook): unknown;
}

/**
 * Makes a span for each request that a server answers, named by its route's pattern. Called once traces are on: while they are off, even
 * empty hooks would cost each request.
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
    // In both cases: the request was answered, or the caller left.
    raw.once('close', () => {
      const attributes = { ...place, 'http.response.status_code': raw.statusCode };
      span.end({ failed: raw.statusCode >= 500, attributes });
    });
    span.run(done);
  });
  // Reading the body leaves the async context of the first hook.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
}

/** Returns the header that passes this hop to the next process; empty while traces are off, or outside a request. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = activeTracer()?.traceparent();
  return traceparent === undefined ? NONE : { [TRACEPARENT_HEADER]: traceparent };
}

const NONE = Object.freeze({});
