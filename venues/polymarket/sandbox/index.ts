export { type RunningPolymarket, startPolymarket } from './server.js';
export { polymarketInSandbox } from './world.js';
