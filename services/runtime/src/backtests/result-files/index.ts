export { type ResultFileParts, resultFileAccess, resultFileHandlers } from './handlers.js';
export { ResultLinks } from './links.js';
