// Why: docs/decisions/edge/streams.md
export { type BufferLimits, type Change, ChangeBuffer, type Entry, type Gap } from './change-buffer.js';
export { ChangeReader, type Found } from './change-reader.js';
export { isSequence, laterOf, type OperationTime, type Sequence, sequenceOf, timeOf } from './sequence.js';
