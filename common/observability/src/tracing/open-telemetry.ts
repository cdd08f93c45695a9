import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { traceIdOf } from './trace-id.js';
import type { ArrivedRequest, Span, Tracer } from './tracer.js';

const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 2_000;
const SPANS_WAITING_MAX = 2_048;

/** Sets the id of the next trace. */
class DecidedIds extends RandomIdGenerator {
  next: string | undefined;

  override generateTraceId(): string {
    return this.next ?? super.generateTraceId();
  }
}

/** Sends spans to `<endpoint>/v1/traces` as OTLP over HTTP, in batches; one that can't be delivered is dropped. */
export function openTracer(process: string, endpoint: string): Tracer {
  const ids = new DecidedIds();
  const hops = new AsyncLocalStorage<OtelSpan>();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': process }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        maxQueueSize: SPANS_WAITING_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('@platform/tracing');
  return {
    begin: (name, request) => {
      ids.next = traceIdOf(request.requestId);
      const parent = parentOf(request, ids.next);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      ids.next = undefined;
      span.setAttribute('request.id', request.requestId);
      return hop(span, hops);
    },
    traceparent: () => {
      const current = hops.getStore()?.spanContext();
      return current && `00-${current.traceId}-${current.spanId}-01`;
    },
    close: () => provider.shutdown(),
  };
}

/**
 * Returns the previous hop. From outside it is trusted where its trace is the request's own, as the facade's are: a caller with another
 * trace would move the request out of the trace that its id names.
 */
function parentOf({ traceparent, isInternal = false }: ArrivedRequest, traceId: string | undefined) {
  const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (parent === null || !(isInternal || parent.traceId === traceId)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true, traceFlags: TraceFlags.SAMPLED });
}

function hop(span: OtelSpan, hops: AsyncLocalStorage<OtelSpan>): Span {
  return {
    run: (work) => hops.run(span, work),
    end: ({ name, failed, attributes }) => {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
