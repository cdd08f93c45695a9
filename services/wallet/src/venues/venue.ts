/** A venue that a wallet's money can be put to work at. */
export const venues = ['hyperliquid', 'polymarket', 'lighter'] as const;
export type Venue = (typeof venues)[number];
