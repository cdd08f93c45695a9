/** What tests put before a chain of their own. */
export { createFaults, type Faults } from '@platform/venues/simulation';
export { type Conduct, conductOf } from './conduct.js';
export { seededRandom } from './random.js';
export { type RunningNode, startNode } from './server.js';
