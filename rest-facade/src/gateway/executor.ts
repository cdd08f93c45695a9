import type { IncomingHttpHeaders } from 'node:http';

/** Who asks: what lets a request in and names it. */
export interface Asker {
  /** The id of the request. */
  readonly id: string;
  /** The one credential that its route reads; none where there is none. */
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly ip: string;
}

/** An operation: the text of its document, and its variables. */
export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Told what is left of the asker's allowance, as header fields; of refusals for want of it too. */
export type OnAllowance = (headers: Readonly<Record<string, string>>) => void;

/** Who a credential belongs to. */
export interface CallerSeen {
  readonly credentialType: 'api_key' | 'session';
  readonly permissions: readonly string[];
}

/** What executes the graph's operations for the facade, in the same process: the gateway. */
export interface Executor {
  /**
   * The operation's answer in the asker's name, who is let in and counted first. Rejects with a `PlatformError` where nothing was
   * executed, and where what was to answer did not.
   */
  execute(
    asker: Asker,
    question: Question,
    onAllowance: OnAllowance,
  ): Promise<{ readonly data?: unknown; readonly errors?: readonly unknown[] }>;
  /** Whose the credential is, which counts as so many requests. Rejects with `unauthorized` where it is nobody's. */
  caller(asker: Asker, requests: number, onAllowance: OnAllowance): Promise<CallerSeen>;
  /** Whether a check of the service behind a subgraph passes now; never rejects. */
  isReady(subgraph: string, check: string): Promise<boolean>;
}
