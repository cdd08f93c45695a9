// Why: docs/decisions/tests/test-runs.md
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALONE } from './alone.js';
import { readJestReport } from './jest-report.js';
import { notDrawn } from './long-suites.js';
import type { Step } from './step.js';

const MINUTE_MS = 60_000;
/** For the exhaustive suites, which wait for clocks for half an hour beside what they compute, on a slow machine. */
const WHOLE_MS = 120 * MINUTE_MS;
const DRAWN_MS = 45 * MINUTE_MS;
/** For static checks and for tests of what changed, which take minutes only where much else runs. */
const STATIC_MS = 10 * MINUTE_MS;
/** Reports Jest's progress. The path is that of the built file: Jest loads it by itself. */
const PROGRESS_REPORTER = fileURLToPath(new URL('progress-reporter.js', import.meta.url));
/** The top-level folders whose tests stand beside their code. */
const PACKAGES = [
  ...['common', 'venues', 'protos', 'services', 'subgraphs', 'gateway', 'rest-facade', 'supervisor', 'bundler'],
  ...['console', 'sandbox', 'sdks', 'bench'],
];
/** A package whose tests stand beside its code. */
const PACKAGE =
  /^((?:common|services|subgraphs|sdks)\/[^/]+|venues|gateway|rest-facade|supervisor|bundler|console|sandbox|bench)\//;
const SOURCE = /^(?:.*\/src|venues)\/.*\.ts$/;
const reports = mkdtempSync(join(tmpdir(), 'platform-check-'));
/** Tests that run strategies in separate processes; loading the framework takes most of their time. */
const STRATEGIES = ['frameworks', 'runners', 'workers'].map((folder) => `services/runtime/src/${folder}`);
/** Made by the first step whose tests start platforms, for all of them. */
export const preparedDirectory = join(reports, 'prepared');
/** Where each test file writes its cost. */
export const fileCosts = join(reports, 'costs.jsonl');
/** Where each start of a platform is written, one line with its reason. */
export const platformStarts = join(reports, 'starts.txt');

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
  const flags = ['--silent', '--ci', '--json', `--outputFile=${file}`, `--maxWorkers=${options.workers}`];
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
      // Node's own cache: repeatedly started code is compiled once.
      NODE_COMPILE_CACHE: join(reports, 'compiled'),
      TEST_TIMES_FILE: fileCosts,
      TEST_STARTS_FILE: platformStarts,
      ...(options.platforms !== undefined && { TEST_PREPARED_DIRECTORY: preparedDirectory }),
      ...(options.platforms === 'shared' && { TEST_SHARED_PLATFORM: 'true' }),
    },
    timeoutMs: options.timeoutMs,
    report: () => readJestReport(file),
  };
}

/** The static checks of the sources, cheapest first. */
const staticSteps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'], timeoutMs: STATIC_MS },
  { name: 'unawaited promises', command: ['oxlint', '--deny-warnings'], timeoutMs: STATIC_MS },
  { name: 'protos lint', command: ['npm', 'run', '--silent', 'lint', '-w', '@platform/protos'], timeoutMs: STATIC_MS },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...PACKAGES, 'test'],
    timeoutMs: STATIC_MS,
  },
  { name: 'unused code', command: ['knip'], timeoutMs: STATIC_MS },
];

/** Every check, cheapest first; with a seed, of the long suites of each area those that it draws. */
export function allSteps(seed: string | undefined): readonly Step[] {
  const timeoutMs = seed === undefined ? WHOLE_MS : DRAWN_MS;
  const left = notDrawn(seed);
  return [
    ...staticSteps,
    jest(
      'unit and integration tests',
      PACKAGES,
      // More than cores: each waits a quarter of its time and more.
      { workers: 4, timeoutMs, except: [...STRATEGIES, ...ALONE, ...left] },
    ),
    jest('strategies in isolation', STRATEGIES, { workers: 3, timeoutMs, except: [...ALONE, ...left] }),
    jest('cross-package tests', ['test'], {
      // More than cores: many of them wait for blocks, leases and backoff.
      workers: 4,
      timeoutMs,
      except: [...ALONE, ...left],
      platforms: 'shared',
    }),
    jest('tests that run alone', ['test', 'services/runtime/src/frameworks', 'services/wallet/src'], {
      workers: 1,
      timeoutMs,
      only: ALONE,
      except: left,
      platforms: 'own',
    }),
  ];
}

/** The checks of `npm run test:quick`: the static ones, the shape, and what stands beside the files that changed. */
export function quickSteps(changed: readonly string[]): readonly Step[] {
  const packages = new Set(changed.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  const sources = changed.filter((file) => SOURCE.test(file));
  const options = { workers: 2, timeoutMs: STATIC_MS };
  const structure = jest('structure', ['test/src/structure'], options);
  if (packages.size === 0 || sources.length === 0) return [...staticSteps, structure];
  const related = jest('tests of what changed', [...packages], { ...options, except: ALONE });
  return [
    ...staticSteps,
    structure,
    { ...related, command: [...related.command, '--passWithNoTests', '--findRelatedTests', ...sources] },
  ];
}
