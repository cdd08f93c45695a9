export { type Arrival, BridgeChain } from './chain.js';
export { keyFromFaucet } from './keys.js';
export { Payouts, payoutsTable } from './payouts.js';
export { Repeated } from './repeated.js';
export { CREDITS_TABLE, readArrivals } from './scan.js';
