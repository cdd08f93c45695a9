/** The hosted node, for tests that put it before their own chain. */
export { createFaults, type Faults, type SandboxWorld, sandboxWorlds } from '@platform/venues/simulation';
export { behaviourOf, type NodeBehaviour } from './behaviour.js';
export { type RunningNode, startNode } from './server.js';
