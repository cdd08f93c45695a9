export { polymarketInSandbox } from './server.js';
