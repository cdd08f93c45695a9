import { Counter } from 'prom-client';
import { Durations } from './durations.js';
import { registry } from './registry.js';

const requests = new Durations('http_request_duration_seconds', 'Time to answer an HTTP request.', [
  'surface',
  'method',
  'route',
  'status',
]);

const cutConnections = new Counter({
  name: 'http_connections_cut_total',
  help: 'Connections of callers that were cut, by reason.',
  labelNames: ['surface', 'reason'],
  registers: [registry],
});

/** The interface that a server offers: a process may have one server per interface. */
export type Surface = 'rest' | 'graphql';

/** The counted facts of a request: `route` is the pattern of its route, absent where it has none, never its address. */
export interface AnsweredRequest {
  readonly surface: Surface;
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
}

/** Counts an answered request. A request without a route is counted without its method too: both are the caller's text. */
export function observeHttpRequest({ surface, method, route, status }: AnsweredRequest, durationMs: number): void {
  const place = route === undefined ? { method: 'none', route: 'none' } : { method, route };
  requests.observe({ surface, ...place, status }, durationMs);
}

/** Counts a caller's connection that was cut, by one of the few reasons. */
export function observeCutConnection(surface: Surface, reason: string): void {
  cutConnections.inc({ surface, reason });
}
