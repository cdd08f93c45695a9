import { draw } from '@platform/kit/sampling';

/**
 * Test files that take a whole platform through one kind of hardship. Files that show that a capability works at all are excluded, as are
 * those with a sample of their own cases.
 */
const drawable = [
  ...['account/storage', 'account/usage', 'allowance/allowance', 'bench/bench', 'canaries/canaries', 'canaries/inputs'],
  ...[
    'connections/connections',
    'containers/containers',
    'datasets/data-directory',
    'deployments/expiry',
    'deployments/figures',
    'deployments/live/refusals',
    'deployments/nautilus',
    'deployments/refusals',
    'deployments/soak',
    'disk/full-disk',
    'end-to-end/terminal',
  ],
  ...['health/readiness', 'kills/kills', 'kills/supervisor-killed', 'limits/limits', 'money/money-run'],
  ...['money/reconciliation', 'money/statement', 'restoration/restoration', 'thief/thief'],
].map(fileOf);

/** Those that wait for minutes of real time, on the fastest machine too: only whole runs have them. */
const inRealTime = ['deployments/parity-run', 'deployments/live/harsh', 'deployments/live/parity'].map(fileOf);

/** All of them. */
export const longSuites = [...drawable, ...inRealTime];

const DRAWN = 2;

/** Returns the long suites to run: all of them where every case is tried, else those that the seed draws, none in real time. */
export function drawnSuites(seed: string | undefined): readonly string[] {
  if (seed === undefined) return longSuites;
  return draw(seed, { name: 'long suites', cases: drawable, nameOf: (file) => file, count: DRAWN });
}

function fileOf(name: string): string {
  return `test/src/${name}.test.ts`;
}
