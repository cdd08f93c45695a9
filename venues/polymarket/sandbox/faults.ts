/** The venue in faults, and its own words for the answers that they cause. */

export const VENUE_NAME = 'polymarket';

const FAILED = { status: 500, body: JSON.stringify({ error: 'Internal server error' }) } as const;
const RATE_LIMITED = { status: 429, body: JSON.stringify({ error: 'Too Many Requests' }) } as const;

/** Its answers to reads: each one without a verdict is one that the real venue gives to a read. */
export const READ_ANSWERS = {
  rateLimited: RATE_LIMITED,
  rejected: { status: 400, body: JSON.stringify({ error: 'invalid filters' }) },
  unsaid: {
    err_timeout: { status: 504, body: JSON.stringify({ error: 'upstream request timeout' }) },
    err_rate_limit: RATE_LIMITED,
    err_internal: FAILED,
  },
} as const;

/** Its answers to what changes orders: a refusal is a verdict. */
export const CHANGE_ANSWERS = {
  ...READ_ANSWERS,
  rejected: { status: 400, body: JSON.stringify({ error: 'the market is not yet ready to process new orders' }) },
} as const;
