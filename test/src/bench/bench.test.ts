import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';

const MAIN = fileURLToPath(new URL('../../../bench/dist/main.js', import.meta.url));
const TEST_MS_MAX = 900_000;
/** Each benchmark with a text that only its table has. */
const BENCHMARKS = [
  ['backtest freqtrade', 'bare command'],
  ['backtest nautilus', 'bare, imported'],
  ['backtest together', 'bare, two by two'],
  ['console', 'everything shown'],
  ['context', 'its reader to the faster of both, medians'],
  ['deployments', 'fit into 24 GiB beside the platform'],
  ['limits', 'limits off'],
  ['live', 'orders in a row'],
  ['read', 'facade (REST)'],
  ['scale agreement', 'seen alone'],
  ['scale limits', 'reached at'],
  ['scale measure', 'commits of MongoDB alone'],
  ['scale needs', 'primaries of MongoDB'],
  ['scan', 'results shown'],
  ['start', 'proportional MiB'],
  ['wallet', 'withdrawals signed'],
] as const;

const benchmarks = sampled({ name: 'benchmarks', cases: BENCHMARKS, nameOf: ([name]) => name, count: 1 });

test(
  'a benchmark runs to its table',
  async () => {
    const { NODE_OPTIONS: _jestOnly, ...env } = process.env;
    const names = benchmarks.map(([name]) => name);
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--brief', ...names], { env });
    const shown = benchmarks.filter(([name, row]) => stdout.includes(`${name}\n`) && stdout.includes(row));
    expect(shown).toEqual(benchmarks);
  },
  TEST_MS_MAX,
);
