/** Stand-ins for venues in tests. */

/** What to do with a question in place of answering it. */
export interface Misbehaviour {
  readonly status?: number;
  readonly text?: string;
  readonly delayMs?: number;
  readonly disconnect?: boolean;
}
