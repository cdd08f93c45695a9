import type { Secret } from '@platform/kit/config';

/** The key that wraps every wallet's data key: local bytes here, a cloud's key management service elsewhere. */
export interface MasterKey {
  /** Identifies the master key; reveals nothing of the key. */
  readonly id: string;
  /** Wraps a data key, bound to `context`. */
  wrap(dataKey: Secret<Buffer>, context: string): Promise<Buffer>;
  /** Unwraps the result of `wrap` for the same context; rejects for anything else. */
  unwrap(wrapped: Buffer, context: string): Promise<Secret<Buffer>>;
}
