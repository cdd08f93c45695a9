import { expect, test } from '@jest/globals';
import { formatLogLine, LogBuffer } from './log-lines.js';

test('a stamp always has nine fractional digits', () => {
  expect(formatLogLine({ stampNs: 1_700_000_000_000_000_007n, message: 'hello world' })).toBe(
    '2023-11-14T22:13:20.000000007Z hello world',
  );
  expect(formatLogLine({ stampNs: 1_700_000_000_500_000_000n, message: '' })).toBe('2023-11-14T22:13:20.500000000Z ');
});

test('lines are given once, in their order, with the places of those that the platform wrote', () => {
  const buffer = new LogBuffer();
  buffer.add({ stampNs: 0n, message: 'one', source: 'run' });
  buffer.add({ stampNs: 1n, message: 'two', source: 'platform' });
  expect(buffer.drain()).toEqual({
    lines: ['1970-01-01T00:00:00.000000000Z one', '1970-01-01T00:00:00.000000001Z two'],
    platformLines: [1],
  });
  expect(buffer.drain()).toEqual({ lines: [], platformLines: [] });
});
