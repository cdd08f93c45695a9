import { draw } from '@platform/kit/sampling';

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

const DRAWN = 2;

/** The long suites that are run: all of them where every case is tried, else those that the seed draws. */
export function drawnSuites(seed: string | undefined): readonly string[] {
  if (seed === undefined) return longSuites;
  return draw(seed, { name: 'long suites', cases: longSuites, nameOf: (file) => file, count: DRAWN });
}
