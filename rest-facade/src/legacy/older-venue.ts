/**
 * The venue of a config of the older surface that names none: there was one alone. It is the only one with live deployments too, in whose native
 * actions an exit is written.
 */
export const OLDER_VENUE = 'hyperliquid';
