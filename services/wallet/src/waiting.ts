import type { Backoff } from '@platform/flows';

/** The chain and the venue take seconds in the sandbox, minutes elsewhere: what has waited for long is looked at less often. */
export const waiting: Backoff = { firstMs: 250, maxMs: 15_000, factor: 1.25 };
