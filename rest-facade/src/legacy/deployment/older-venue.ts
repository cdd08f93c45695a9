/** The venue of a deployment whose config names none, and the only one with live deployments, in whose native actions an exit is written. */
export const OLDER_VENUE = 'hyperliquid';
