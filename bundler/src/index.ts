/** What each process runs: its own code with all that it uses, in a few files that are read quickly and hold little. */
import { join } from 'node:path';
import { type BundleName, DIRECTORY } from './entries.js';

export type { BundleName };

/** The file that a process begins with, made by `npm run build`. */
export const bundleOf = (name: BundleName) => join(DIRECTORY, `${name}.js`);
