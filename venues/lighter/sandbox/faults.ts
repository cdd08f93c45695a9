/** The venue as faults name it, and its own words for what they make it answer. */

export const VENUE_NAME = 'lighter';

const INTERNAL = { status: 500, body: JSON.stringify({ code: 29500, message: 'internal server error' }) };

/** What the venue says to a request that a fault meets. */
export const FAULT_ANSWERS = {
  rateLimited: { status: 429, body: JSON.stringify({ code: 23000, message: 'Too Many Requests!' }) },
  rejected: { status: 400, body: JSON.stringify({ code: 20001, message: 'invalid param' }) },
  unsaid: { err_timeout: INTERNAL, err_rate_limit: INTERNAL, err_internal: INTERNAL },
} as const;
