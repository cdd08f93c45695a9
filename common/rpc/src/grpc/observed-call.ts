import { catalogue, type ErrorCode } from '@platform/errors';
import { monotonicMs } from '@platform/kit/clock';
import { Durations } from '@platform/observability/metrics';
import { activeTracer, type Span } from '@platform/observability/tracing';

const calls = new Durations('procedure_call_duration_seconds', "Time to answer a call of a service's procedure.", [
  'method',
  'outcome',
]);

/** A call for metrics and traces, from its arrival on. */
export class ObservedCall {
  readonly #startedAtMs = monotonicMs();
  readonly #span: Span | undefined;

  constructor(
    private readonly method: string,
    { requestId, traceparent }: { readonly requestId: string; readonly traceparent: string | undefined },
  ) {
    // Calls that a process makes on its own, such as reports and look-ups, belong to no request and are not traced.
    if (traceparent !== undefined)
      this.#span = activeTracer()?.begin(method, { requestId, traceparent, isInternal: true });
  }

  /** Runs the work that answers it. */
  run<Result>(work: () => Result): Result {
    return this.#span === undefined ? work() : this.#span.run(work);
  }

  /** Counts it by its outcome. */
  end(outcome: 'ok' | ErrorCode): void {
    calls.observe({ method: this.method, outcome }, monotonicMs() - this.#startedAtMs);
    const failed = outcome !== 'ok' && catalogue[outcome].http >= 500;
    this.#span?.end({ failed, attributes: { 'rpc.method': this.method, outcome } });
  }
}
