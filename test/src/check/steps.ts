import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJestReport } from './jest-report.js';
import type { Step } from './step.js';

const MINUTE_MS = 60_000;
/** Says how far Jest is. Named as it was built: Jest loads it by itself. */
const PROGRESS_REPORTER = fileURLToPath(new URL('progress-reporter.js', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'platform-check-'));
/** Tests that run strategies in processes of their own, most of whose time is spent loading the framework. */
const STRATEGIES = ['frameworks', 'runners', 'workers'].map((folder) => `services/runtime/src/${folder}`);
/** Tests that measure how long answers take or how much memory is left, or count within a time: nothing runs beside them. */
const ALONE = [
  ...['attacks', 'bench', 'connections', 'health', 'limits'].map((folder) => `test/src/${folder}/`),
  ...['memory', 'walls'].map((name) => `services/runtime/src/frameworks/${name}.test.ts`),
];
/** Made by the first step whose tests start platforms, for all of them. */
export const preparedDirectory = join(reports, 'prepared');

/** The tests below some folders, counted from Jest's own report. */
function jest(
  name: string,
  folders: readonly string[],
  options: {
    workers: number;
    timeoutMs: number;
    only?: readonly string[];
    except?: readonly string[];
    platforms?: 'shared' | 'own';
  },
): Step {
  const file = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const flags = ['--silent', '--json', `--outputFile=${file}`, `--maxWorkers=${options.workers}`];
  const reporters = ['--reporters=default', `--reporters=${PROGRESS_REPORTER}`];
  const ignored = ['/node_modules/', '/dist/', ...(options.except ?? [])];
  return {
    name,
    command: [
      'jest',
      ...['--roots', ...folders, ...flags, ...reporters, '--testPathIgnorePatterns', ...ignored],
      ...(options.only === undefined ? [] : ['--testPathPatterns', ...options.only]),
    ],
    environment: {
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      // Node's own: what is started again and again is compiled once.
      NODE_COMPILE_CACHE: join(reports, 'compiled'),
      ...(options.platforms !== undefined && { TEST_PREPARED_DIRECTORY: preparedDirectory }),
      ...(options.platforms === 'shared' && { TEST_SHARED_PLATFORM: 'true' }),
    },
    timeoutMs: options.timeoutMs,
    report: () => readJestReport(file),
  };
}

/** Every check, cheapest first. */
export const steps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'], timeoutMs: MINUTE_MS },
  { name: 'unawaited promises', command: ['oxlint', '--deny-warnings'], timeoutMs: 2 * MINUTE_MS },
  { name: 'protos lint', command: ['npm', 'run', '--silent', 'lint', '-w', '@platform/protos'], timeoutMs: MINUTE_MS },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'common',
      'protos',
      'services',
      'subgraphs',
      'gateway',
      'rest-facade',
      'supervisor',
      'bundler',
      'sandbox',
      'test',
      'bench',
    ],
    timeoutMs: 2 * MINUTE_MS,
  },
  { name: 'unused code', command: ['knip'], timeoutMs: 2 * MINUTE_MS },
  jest(
    'unit and integration tests',
    ['common', 'protos', 'services', 'subgraphs', 'gateway', 'rest-facade', 'supervisor', 'bundler', 'sandbox'],
    // More than cores: each waits a quarter of its time.
    { workers: 3, timeoutMs: 15 * MINUTE_MS, except: STRATEGIES },
  ),
  jest('strategies in isolation', STRATEGIES, { workers: 3, timeoutMs: 15 * MINUTE_MS, except: ALONE }),
  jest('cross-package tests', ['test'], {
    // More than cores: many of them wait for blocks, leases and back-off. A fourth would only slow down the platforms of the others.
    workers: 3,
    timeoutMs: 45 * MINUTE_MS,
    except: ALONE,
    platforms: 'shared',
  }),
  jest('tests that run alone', ['test', 'services/runtime/src/frameworks'], {
    workers: 1,
    timeoutMs: 45 * MINUTE_MS,
    only: ALONE,
    platforms: 'own',
  }),
];
