/** The greatest difference between the venue's clock and ours. */
export const CLOCK_SKEW_MS = 1_000;
/** How long the venue's reads may lag its actions. */
export const READ_LAG_MS = 3_000;
