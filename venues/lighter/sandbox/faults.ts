/** The venue in faults, and its own words for the answers that they cause. */

export const VENUE_NAME = 'lighter';

const INTERNAL = { status: 500, body: JSON.stringify({ code: 29500, message: 'internal server error' }) };

/** The venue's answers to a request with a fault. */
export const FAULT_ANSWERS = {
  rateLimited: { status: 429, body: JSON.stringify({ code: 23000, message: 'Too Many Requests!' }) },
  rejected: { status: 400, body: JSON.stringify({ code: 20001, message: 'invalid param' }) },
  unsaid: { err_timeout: INTERNAL, err_rate_limit: INTERNAL, err_internal: INTERNAL },
} as const;
