/** The venue in faults, and its own words for the answers that they cause. */

export const VENUE_NAME = 'hyperliquid';

/** The answer to an action that a fault rejects: one of the venue's verdicts. */
export const REJECTED = { status: 'err', response: 'Trading is halted.' } as const;

/** Answers that resemble the venue's verdict but are none. */
export const UNSAID = {
  err_timeout: { status: 'err', response: 'Request timed out.' },
  err_rate_limit: { status: 'err', response: 'Too many requests.' },
  err_internal: { status: 'err', response: 'Internal error.' },
} as const;

/** The answers of `POST /exchange`. */
export const FAULT_ANSWERS = {
  rateLimited: { status: 429, body: 'null' },
  rejected: answered(REJECTED),
  unsaid: {
    err_timeout: answered(UNSAID.err_timeout),
    err_rate_limit: answered(UNSAID.err_rate_limit),
    err_internal: answered(UNSAID.err_internal),
  },
} as const;

function answered(answer: object) {
  return { status: 200, body: JSON.stringify(answer) };
}
