/** What tests put before a chain of their own. */
export { createFaults, type Faults } from '@platform/venues/simulation';
export { behaviourOf, type NodeBehaviour } from './behaviour.js';
export { seededRandom } from './random.js';
export { type RunningNode, startNode } from './server.js';
