export { polymarketActions } from './actions.js';
export { openPolymarket } from './open.js';
