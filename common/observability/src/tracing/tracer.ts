/** What a span says; from closed sets or of the platform's own making, never a caller's text, never an error's. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A request as it arrives at a process. */
export interface ArrivedRequest {
  /** Its id, which names its trace. */
  readonly requestId: string;
  /** W3C trace context of the hop before, as it came; absent or strange: this is the first hop. */
  readonly traceparent?: unknown;
  /** Whether only the platform's own processes can ask here. */
  readonly isInternal?: boolean;
}

/** One hop of a request, from its arrival on. */
export interface Span {
  /** Runs work whose questions to other processes belong to this hop. */
  run<Result>(work: () => Result): Result;
  /** Ends it; `failed` where the platform, not the caller, is at fault. */
  end(outcome: { readonly name?: string; readonly failed: boolean; readonly attributes: SpanAttributes }): void;
}

/** Makes spans and sends them away. */
export interface Tracer {
  /** Begins a hop. */
  begin(name: string, request: ArrivedRequest): Span;
  /** W3C trace context of the hop that this is called in; undefined outside of one. */
  traceparent(): string | undefined;
  /** Sends what is left, within a bound. */
  close(): Promise<void>;
}
