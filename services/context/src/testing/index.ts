export { GENERATED_FROM_MS, GENERATED_ROWS, GeneratedHistory } from './generated-history.js';
