import type { Secret } from '@platform/kit/config';

/** The key that wraps every wallet's data key: local bytes here, a cloud's key management service elsewhere. */
export interface MasterKey {
  /** Identifies the master key; reveals nothing of the key. */
  readonly id: string;
  /** Wraps a data key, bound to `context`. Throws `wallet_upstream_unavailable` when the master key can't be asked. */
  wrap(dataKey: Secret<Buffer>, context: string): Promise<Buffer>;
  /** Unwraps the result of `wrap` for the same context; rejects for anything else, or as `wrap` does. */
  unwrap(wrapped: Buffer, context: string): Promise<Secret<Buffer>>;
}
