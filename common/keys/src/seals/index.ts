export { SealBrokenError, type SealedFields, Seals } from './seals.js';
