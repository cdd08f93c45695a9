import type { Workload } from '@platform/keys/tokens';

/** On whose behalf, and why, a signature is asked for. */
export interface Requester {
  /** The process that asks; `wallet` for this one's own flows. */
  readonly workload: Workload;
  /** The account whose key is to sign. */
  readonly accountId: string;
  /** The operation or call that asks, for example `execution exe_…`. */
  readonly cause: string;
}
