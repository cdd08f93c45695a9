export { polymarketActions } from './actions.js';
export { openPolymarket, polymarketSettings } from './open.js';
