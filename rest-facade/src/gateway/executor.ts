import type { IncomingHttpHeaders } from 'node:http';
import type { Mandate } from '@platform/keys/mandates';

/** The sender of a request: what admits and identifies it. */
export interface Asker {
  /** The id of the request. */
  readonly id: string;
  /** The one credential that its route reads, if there is one. */
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly ip: string;
  /** The operation of the older surface that it is for: 1 to 64 of a-z, 0-9, dot and hyphen. Its use is counted once per asker. */
  readonly legacyOperation?: string | undefined;
}

/** An operation: the text of its document, and its variables. */
export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Receives what is left of the caller's allowance, as header fields; also when a request is refused because it is used up. */
export type OnAllowance = (headers: Readonly<Record<string, string>>) => void;

/** Who a credential belongs to. */
export interface CallerSeen {
  readonly credentialType: 'api_key' | 'session';
  readonly permissions: readonly string[];
  /** The limits of a key's trading; absent where there are none. */
  readonly mandate?: Mandate;
}

/** The gateway, which executes the graph's operations for the facade in the same process. */
export interface Executor {
  /**
   * Admits and counts the caller, then returns the operation's response. Rejects with a `PlatformError` when nothing was executed,
   * or when the subgraph did not respond.
   */
  execute(
    asker: Asker,
    question: Question,
    onAllowance: OnAllowance,
  ): Promise<{ readonly data?: unknown; readonly errors?: readonly unknown[] }>;
  /** Returns the owner of a credential, counting the call as `requests` requests. Rejects with `unauthorized` if it has no owner. */
  caller(asker: Asker, requests: number, onAllowance: OnAllowance): Promise<CallerSeen>;
  /** Returns whether a check of the service behind a subgraph passes now; never rejects. */
  isReady(subgraph: string, check: string): Promise<boolean>;
}
