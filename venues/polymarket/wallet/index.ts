export { type ClobAccount, type ClobAccounts, readHeaders, tradingRequests } from './signing.js';
