import type { Workload } from '@platform/keys/tokens';

/** On whose behalf, and why, a signature is requested. */
export interface Requester {
  /** The requesting process; `wallet` for this service's own flows. */
  readonly workload: Workload;
  /** The account whose key signs. */
  readonly accountId: string;
  /** The requesting operation or call, for example `execution exe_…`. */
  readonly cause: string;
}
