import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runOperatorCommand, say, UsageError } from './index.js';

const HELP = 'Usage: npm run ops -- things list\n';
const argv = [...process.argv];
let printed: string;
let complained: string;

beforeEach(() => {
  [printed, complained] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  process.argv = [...argv];
  process.exitCode = undefined;
});

/** Runs the command with arguments; returns its exit code. */
async function exitCodeOf(...args: readonly string[]) {
  process.argv = ['node', 'main.js', ...args];
  const run = async ([verb]: readonly string[]) => {
    if (verb === 'break') throw new Error('no platform runs here');
    if (verb !== 'list') throw new UsageError(`there is no things ${verb}`);
    say('2 things wait');
    return 1;
  };
  await runOperatorCommand({ subject: 'things', help: HELP, run });
  return process.exitCode;
}

test.each([['things', 'list'], ['list']])('a command runs, whether its subject is named or not', async (...args) => {
  expect([await exitCodeOf(...args), printed, complained]).toEqual([1, '2 things wait\n', '']);
});

test.each([[], ['things'], ['--help'], ['things', '-h']])('%j prints the help', async (...args) => {
  expect([await exitCodeOf(...args), printed, complained]).toEqual([undefined, HELP, '']);
});

test('a command that fails says why and ends with 1, with the help where it was not understood', async () => {
  expect([await exitCodeOf('break'), printed, complained]).toEqual([1, '', 'no platform runs here\n']);
  complained = '';
  expect([await exitCodeOf('eat'), printed, complained]).toEqual([1, '', `there is no things eat\n${HELP}`]);
});
