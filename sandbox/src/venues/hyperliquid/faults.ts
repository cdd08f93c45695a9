/** The venue as faults name it, and its own words for what they make it answer. */

export const VENUE_NAME = 'hyperliquid';

/** The answer to an action that a fault rejects. */
export const REJECTED = { status: 'err', response: 'Rejected by a fault of the sandbox.' } as const;

/** The answers of `POST /exchange`. */
export const FAULT_ANSWERS = {
  rateLimited: { status: 429, body: 'null' },
  rejected: { status: 200, body: JSON.stringify(REJECTED) },
} as const;
