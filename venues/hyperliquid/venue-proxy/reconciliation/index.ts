export { Reconciler } from './reconciler.js';
export { ReconciliationRounds } from './rounds.js';
