/** What each process runs: its own code with all that it uses, in a few files that are read quickly and hold little. */
export { declaredVariables } from './declared-variables.js';
export { type BundleName, SETTINGS } from './entries.js';
export { bundleOf, type ServerName, startOf } from './start.js';
