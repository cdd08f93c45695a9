export { type ClobAccount, signTrading } from './signing.js';
