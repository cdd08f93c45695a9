export { codeOf, isLate, isNeverConnected, type VenueAnswer, VenueConnections } from './connections.js';
export { type ReadFailure, VenueReadError } from './errors.js';
export { parseLosslessly } from './json.js';
export { marketDataAddressSetting } from './market-data-address.js';
export type { Priority } from './priority.js';
export { type ReadRequest, VenueReads, type VenueReadsOptions } from './reads.js';
export { type SandboxNotice, sandboxOf } from './sandbox.js';
export { WeightBudget } from './weight-budget.js';
export { VenueWrites, type WriteAnswer, type WriteRequest } from './writes.js';
