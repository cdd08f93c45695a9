/** Stand-ins for venues in tests. */

/** Replaces the answer to a request. */
export interface Misbehaviour {
  readonly status?: number;
  readonly text?: string;
  readonly delayMs?: number;
  readonly disconnect?: boolean;
}
