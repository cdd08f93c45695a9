export { proxiedHyperliquid } from './open.js';
