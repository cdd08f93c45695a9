export { toParityMessage } from './messages.js';
export { type ParityParts, ParityReports } from './parity.js';
export { ParityRecords } from './records.js';
