import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { sourceFiles } from './repository.js';

const LINES_MAX = 400;
const FILES_MAX = 20;

/** Where time, randomness and the environment may be read directly, and why. */
const readers: Readonly<Record<string, string>> = {
  'bundler/src/run-built.ts': 'it tells the program that it becomes when the command began',
  'common/kit/src/clock/clock.ts': 'it is the clock',
  'common/kit/src/config/environment.ts': 'it reads the environment once, for everybody',
  'common/kit/src/provisioning/lock.ts': 'it compares with times that the file system gave',
  'console/src/app/clock.ts': 'it is the clock of a browser',
  'gateway/src/graphql/apollo.ts': 'Apollo takes from there alone that it is to report nothing',
  'sandbox/src/cli.ts': 'a command, whose folder the environment may name',
  'sandbox/src/command/platform.ts': 'it finds the platform and the key of a command, which the environment may name',
  'sandbox/src/mongod/index.ts': 'it looks for mongod on the PATH',
  'sandbox/src/quickstart/main.ts': 'a command, whose folder the environment may name',
  'sdks/typescript/examples/given.ts': 'it is what the environment of an example gives',
  'supervisor/src/backup/main.ts': 'a command, whose folder of provisioned parts the environment may name',
  'supervisor/src/main.ts': 'it builds the environment of its child processes',
};

/** Loops that run until closed on their own, and why; `common/flows` runs all other periodic work. */
const rounds: Readonly<Record<string, string>> = {
  'common/flows/src/periodic.ts': 'it gives the rounds',
  'common/flows/src/runner.ts': 'it gives the turns',
  'sdks/typescript/src/streams.ts': 'it follows for a program that is none of the platform, until that leaves',
  'services/runtime/src/runners/kubernetes/pod-watch.ts': 'it hears of its pods as long as its runner is there',
  'services/runtime/src/workers/backtests.ts': 'it goes on only while a waiting backtest can start',
  'venues/live-data/connection.ts': 'it keeps one connection, while anything is wanted of it',
};
const endless = /\bwhile \(.*\baborted\b/;

const direct = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.env\b/;
const leftovers = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)\b|\b(describe|test|it)\.only\(/;
/** The places where the patterns above may be spelled. */
const here = /^test\/src\/structure\/tidy\.test\.ts$/;

test(`no file that people write is over ${LINES_MAX} lines`, () => {
  const long = sourceFiles('ts', 'tsx', 'cjs', 'mjs', 'js', 'py', 'proto', 'sol', 'graphql')
    .filter(({ path }) => !/schema\.graphql$|supergraph\.graphql$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX);
  expect(long).toEqual([]);
});

test(`no folder holds over ${FILES_MAX} files`, () => {
  const counts = new Map<string, number>();
  for (const { path } of sourceFiles(
    'ts',
    'tsx',
    'cjs',
    'mjs',
    'js',
    'py',
    'proto',
    'sol',
    'graphql',
    'md',
    'json',
    'yml',
  ))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, files]) => files > FILES_MAX)).toEqual([]);
});

test('time, randomness and the environment are injected, not reached for', () => {
  const reaching = sourceFiles('ts', 'tsx')
    .filter(({ path, text, test: isTest }) => !isTest && !path.startsWith('bench/') && direct.test(code(text)))
    .map(({ path }) => path);
  expect(reaching).toEqual(Object.keys(readers));
});

test('nothing but `common/flows` goes round until it is closed', () => {
  const going = sourceFiles('ts')
    .filter(
      ({ path, test: isTest }) =>
        !isTest && !/^(supervisor|sandbox|bench|venues\/(simulation|[^/]+\/sandbox))\//.test(path),
    )
    .filter(({ text }) => endless.test(code(text)) && code(text).includes('.sleep('))
    .map(({ path }) => path);
  expect(going).toEqual(Object.keys(rounds));
});

test('nothing is left over from writing', () => {
  const left = sourceFiles('ts', 'tsx', 'py', 'proto', 'graphql')
    .filter(({ path, text }) => !here.test(path) && leftovers.test(text))
    .map(({ path }) => path);
  expect(left).toEqual([]);
});

/** Returns the text without its comments, so that a comment may name what it forbids. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}
