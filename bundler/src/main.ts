/** The second half of `npm run build`: bundles what `tsc` built, unless nothing has changed. */
import { join } from 'node:path';
import { DIRECTORY, ROOT } from './entries.js';
import { areUnchanged, noteInputs } from './freshness.js';

const INPUTS = join(DIRECTORY, 'inputs.txt');
/** What goes into every bundle beside its modules: which libraries there are, and how all is bundled. */
const ALWAYS = ['package-lock.json', 'bundler/dist/.tsbuildinfo'];

if (!(await areUnchanged(INPUTS, ROOT))) {
  // Loaded only when it is needed: most builds before a start find nothing to do.
  const { bundle } = await import('./bundle.js');
  await noteInputs(INPUTS, ROOT, [...ALWAYS, ...(await bundle())]);
}
