export { builderSignature } from './builder.js';
export { clobAccounts } from './clob-accounts.js';
export { openPolymarket, polymarketSettings } from './open.js';
export { type ClobAccount, type ClobAccounts, readHeaders, tradingRequests } from './signing.js';
