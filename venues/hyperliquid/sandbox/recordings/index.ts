export { checkRecordings } from './tables.js';
