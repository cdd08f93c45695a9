import { expect, test } from '@jest/globals';
import { formatLogLine, LogBuffer } from './log-lines.js';

test('a stamp always has nine fractional digits', () => {
  expect(formatLogLine({ stampNs: 1_700_000_000_000_000_007n, message: 'hello world' })).toBe(
    '2023-11-14T22:13:20.000000007Z hello world',
  );
  expect(formatLogLine({ stampNs: 1_700_000_000_500_000_000n, message: '' })).toBe('2023-11-14T22:13:20.500000000Z ');
});

test('a flood is cut at ten thousand lines, and says so', () => {
  const buffer = new LogBuffer();
  for (let index = 0; index < 20_000; index += 1) buffer.add({ stampNs: 0n, message: `line ${index}` });
  const lines = buffer.drain();
  expect(lines).toHaveLength(10_000);
  expect(lines.at(-1)).toMatch(/Further output was dropped\.$/);
  expect(buffer.drain()).toEqual([]);
});

test('long lines are cut at a mebibyte together', () => {
  const buffer = new LogBuffer();
  for (let index = 0; index < 20; index += 1) buffer.add({ stampNs: 0n, message: 'x'.repeat(100_000) });
  const kept = Buffer.byteLength(buffer.drain().join(''));
  expect(kept).toBeGreaterThan(900_000);
  expect(kept).toBeLessThan(1_048_576);
});
