export { RecordSeals } from './record-seals.js';
export { SealBrokenError, type SealedFields, Seals } from './seals.js';
