export { withProxiedAccount } from './alone.js';
export type { ProxiedAccount } from './proxied-account.js';
export { Trader } from './trader.js';
