/** What tests put before a chain of their own. */
export { createFaults, type Faults } from '../../faults/faults.js';
export { type Conduct, conductOf } from './conduct.js';
export { seededRandom } from './random.js';
export { type RunningNode, startNode } from './server.js';
