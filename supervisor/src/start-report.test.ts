import { expect, test } from '@jest/globals';
import { readSettings } from './settings.js';
import { readyReport, startReport } from './start-report.js';

test('the last processes that are waited for are named', () => {
  const all = ['mongod', 'identity', 'context', 'runtime', 'gateway'];
  expect(startReport(all, ['mongod'])).toBe('1 of 5 processes are ready');
  expect(startReport(all, ['mongod', 'identity', 'gateway'])).toBe(
    '3 of 5 processes are ready, waiting for context, runtime',
  );
  expect(startReport(all, all)).toBe('5 of 5 processes are ready');
});

test('a start counts from when its command was given', () => {
  const { COMMAND_BEGAN_AT_MS: beganAtMs = 0 } = readSettings({ HOME: '/home', COMMAND_BEGAN_AT_MS: '1795490980000' });
  expect(readyReport(beganAtMs, 1_795_491_073_250)).toBe('ready in 93.3 s');
});
