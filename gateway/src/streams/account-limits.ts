import { PlatformError } from '@platform/errors';

/** What one account may have open at once. */
export interface StreamLimits {
  readonly connections: number;
  readonly subscriptions: number;
}

/** Counts what each account has open. */
export class AccountLimits {
  readonly #open = { connections: new Map<string, number>(), subscriptions: new Map<string, number>() };

  constructor(private readonly limits: StreamLimits) {}

  /** Counts one more; returns what counts it off, once. Throws `quota_exceeded` where that is too many. */
  take(kind: keyof StreamLimits, accountId: string): () => void {
    const counts = this.#open[kind];
    const limit = this.limits[kind];
    const count = counts.get(accountId) ?? 0;
    if (count >= limit)
      throw new PlatformError('quota_exceeded', {
        message: `The account has ${limit} ${kind === 'connections' ? 'streams' : 'subscriptions'} open, as many as it may.`,
        details: { scope: `stream_${kind}`, limit },
      });
    counts.set(accountId, count + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (counts.get(accountId) ?? 1) - 1;
      if (left > 0) counts.set(accountId, left);
      else counts.delete(accountId);
    };
  }
}
