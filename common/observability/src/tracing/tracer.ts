/** The attributes of a span; from closed sets or made by the platform, never a caller's text, never an error's. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A request as it arrives at a process. */
export interface ArrivedRequest {
  /** Its request id, which decides its trace id. */
  readonly requestId: string;
  /** W3C trace context of the previous hop, as received; absent or malformed: this is the first hop. */
  readonly traceparent?: unknown;
  /** Whether only the platform's own processes can call here. */
  readonly isInternal?: boolean;
}

/** One hop of a request, from its arrival on. */
export interface Span {
  /** Runs work whose calls to other processes belong to this hop. */
  run<Result>(work: () => Result): Result;
  /** Ends it; `failed` where the platform, not the caller, is at fault. */
  end(outcome: { readonly name?: string; readonly failed: boolean; readonly attributes: SpanAttributes }): void;
}

/** Makes spans and exports them. */
export interface Tracer {
  /** Begins a hop. */
  begin(name: string, request: ArrivedRequest): Span;
  /** Returns the W3C trace context of the current hop; undefined outside one. */
  traceparent(): string | undefined;
  /** Sends the remaining spans, within a bound. */
  close(): Promise<void>;
}
