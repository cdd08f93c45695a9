import { draw } from '@platform/sampling';

/**
 * Files of tests that take a whole platform through one hard time: what shows that a capability works at all is not among them, nor is
 * what has a sample of its own cases.
 */
export const longSuites = [
  ...['account/storage', 'account/usage', 'allowance/allowance', 'bench/bench', 'canaries/canaries', 'canaries/inputs'],
  ...[
    'connections/connections',
    'containers/containers',
    'datasets/data-directory',
    'disk/full-disk',
    'end-to-end/terminal',
  ],
  ...['health/readiness', 'kills/kills', 'kills/supervisor-killed', 'limits/limits', 'money/money-run'],
  'money/reconciliation',
].map((name) => `test/src/${name}.test.ts`);

const DRAWN = 5;

/** The long suites that are not run: none where every case is tried, else all but those that the seed draws. */
export function leftOut(seed: string | undefined): readonly string[] {
  if (seed === undefined) return [];
  const drawn = draw(seed, { name: 'long suites', cases: longSuites, nameOf: (file) => file, count: DRAWN });
  return longSuites.filter((file) => !drawn.includes(file));
}
