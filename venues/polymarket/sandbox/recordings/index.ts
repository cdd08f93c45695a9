export { readRecordings } from './recordings.js';
