export { type CatalogueEntry, catalogue, type ErrorCode, isErrorCode } from './catalogue/index.js';
export { issueMessage } from './issue-message.js';
export { isPlainName, plainNameRule } from './names.js';
export { parse } from './parse.js';
export { type ErrorDetails, type FieldProblem, PlatformError, PROBLEMS_MAX } from './platform-error.js';
export { repeatedName, repeatedPath, withoutQuotedValues } from './repeated-words.js';
