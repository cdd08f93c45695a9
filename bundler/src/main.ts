/** The second half of `npm run build`: bundles what `tsc` built and what browsers are shown, unless nothing has changed. */
import { join } from 'node:path';
import { DIRECTORY, ROOT } from './entries.js';
import { stampsMatch, writeStamps } from './input-stamps.js';

/** What goes into every bundle beside its modules: which libraries there are, and how all is bundled. */
const ALWAYS = ['package-lock.json', 'bundler/dist/.tsbuildinfo'];

/** Loaded only when it is needed: most builds before a start find nothing to do. */
const BUNDLES = {
  'inputs.txt': async () => {
    const files = await (await import('./bundle.js')).bundle();
    await (await import('./declared-variables.js')).writeDeclaredVariables();
    return files;
  },
  'inputs-of-pages.txt': async () => (await import('./pages/bundle.js')).bundlePages(),
};

for (const [note, bundle] of Object.entries(BUNDLES)) {
  const file = join(DIRECTORY, note);
  if (!(await stampsMatch(file, ROOT))) await writeStamps(file, ROOT, [...ALWAYS, ...(await bundle())]);
}
