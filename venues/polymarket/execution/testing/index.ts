export { ActionsAtRandom } from './actions-at-random.js';
