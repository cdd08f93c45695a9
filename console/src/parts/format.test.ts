import { expect, test } from '@jest/globals';
import {
  ago,
  bytes,
  duration,
  instant,
  percent,
  price,
  share,
  short,
  signedPercent,
  signedUsd,
  UNKNOWN,
  usd,
} from './format.js';

test('an amount has two to six decimals, and keeps each that it has', () => {
  expect(['1234.5', '0', '0.000001', 1e6].map(usd)).toEqual(['1,234.50', '0.00', '0.000001', '1,000,000.00']);
});

test('what is not known is never a number', () => {
  expect([usd(null), usd(undefined), usd(''), usd('none'), signedUsd(null)]).toEqual(Array(5).fill(UNKNOWN));
  expect([percent(null), signedPercent(undefined), share(null), price(null), duration(null), bytes(null)]).toEqual(
    Array(6).fill(UNKNOWN),
  );
  expect(instant(null)).toBe(UNKNOWN);
});

test('profit and loss have a sign, and nothing has none', () => {
  expect([signedUsd(5), signedUsd('-5.005'), signedUsd(0)]).toEqual(['+5.00', '-5.01', '0.00']);
  expect([1.234, -1, 0, -0.001].map(signedPercent)).toEqual(['+1.23 %', '-1.00 %', '0.00 %', '0.00 %']);
  expect(percent(-0.001)).toBe('0.00 %');
  expect(share(0.6667)).toBe('66.7 %');
});

test('a small price keeps its digits', () => {
  expect([price(65_432.1), price(0.00001234)]).toEqual(['65,432.10', '0.00001234']);
});

test('a duration has its two largest units', () => {
  expect([0, 59, 61, 3_600, 90_061].map(duration)).toEqual(['0 s', '59 s', '1 m 1 s', '1 h', '1 d 1 h']);
  expect(ago('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T03:04:05.000Z'))).toBe('3 h ago');
});

test('sizes, instants and ids are short', () => {
  expect([bytes(0), bytes(1_023), bytes(1_536), bytes(5 * 1_024 ** 3)]).toEqual([
    '0 B',
    '1,023 B',
    '1.5 KiB',
    '5.0 GiB',
  ]);
  expect(instant('2026-11-29T03:14:15.926Z')).toBe('2026-11-29 03:14');
  expect([short('bt_01m8jn5d339wyrkbyt4tvywfnt'), short('bt_1')]).toEqual(['bt_01m…vywfnt', 'bt_1']);
});
