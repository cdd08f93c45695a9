/** The second half of `npm run build`: bundles what `tsc` built and what browsers are shown, unless nothing has changed. */
import { join } from 'node:path';
import { DIRECTORY, ROOT } from './entries.js';
import { areUnchanged, noteInputs } from './freshness.js';

/** What goes into every bundle beside its modules: which libraries there are, and how all is bundled. */
const ALWAYS = ['package-lock.json', 'bundler/dist/.tsbuildinfo'];

/** Loaded only when it is needed: most builds before a start find nothing to do. */
const BUNDLES = {
  'inputs.txt': async () => (await import('./bundle.js')).bundle(),
  'inputs-of-pages.txt': async () => (await import('./pages/bundle.js')).bundlePages(),
};

for (const [note, bundle] of Object.entries(BUNDLES)) {
  const file = join(DIRECTORY, note);
  if (!(await areUnchanged(file, ROOT))) await noteInputs(file, ROOT, [...ALWAYS, ...(await bundle())]);
}
