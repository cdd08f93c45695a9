export { activeTracer, startTracing } from './active.js';
export { TRACEPARENT_HEADER, traceHeaders, traceHttp } from './http.js';
export type { ArrivedRequest, Span, SpanAttributes, Tracer } from './tracer.js';
