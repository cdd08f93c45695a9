export { polymarketInSandbox } from './world.js';
