import { describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { SealBrokenError, type SealedFields, Seals } from './index.js';

const key = () => new Secret(systemRandom.bytes(32));
const first = key();
const lines: string[] = [];
const logger = createLogger({ process: 'test', level: 'trace' }, { write: (line: string) => void lines.push(line) });
const seals = new Seals(first, logger);
const AT = new Date('2026-01-01T00:00:00.000Z');
const fields: SealedFields = { account: 'acc_1', amount: 5n, at: AT, open: true, list: ['a', 'b'], none: null };
const seal = seals.seal('payment', 'pay_1', fields);

describe('a seal', () => {
  test('is valid for the fields it was made of, in any order', () => {
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    expect(seals.isSealed('payment', 'pay_1', { ...turned, absent: undefined }, seal)).toBe(true);
  });

  test.each<[string, string, string, SealedFields]>([
    ['another purpose', 'order', 'pay_1', fields],
    ['another id', 'payment', 'pay_2', fields],
    ['another value', 'payment', 'pay_1', { ...fields, amount: 6n }],
    ['the same digits as text', 'payment', 'pay_1', { ...fields, amount: '5' }],
    ['the same time as text', 'payment', 'pay_1', { ...fields, at: AT.toISOString() }],
    ['a field less', 'payment', 'pay_1', { ...fields, none: undefined }],
    ['a field more', 'payment', 'pay_1', { ...fields, more: '' }],
    [
      'a name and a value that exchange a letter',
      'payment',
      'pay_1',
      { ...fields, account: undefined, accoun: 'tacc_1' },
    ],
    ['another list', 'payment', 'pay_1', { ...fields, list: ['a,b'] }],
  ])('is not valid for %s', (_, purpose, id, changed) => {
    expect(seals.isSealed(purpose, id, changed, seal)).toBe(false);
  });

  test.each([undefined, '', 'zz', seal.slice(2), seal.toUpperCase(), `${seal}00`])('is not %j', (given) => {
    expect(() => seals.require('payment', 'pay_1', fields, given)).toThrow(SealBrokenError);
  });

  test('of a former key stays valid, and new ones are made by the current key', () => {
    const turned = new Seals(key(), logger, [first]);
    expect(turned.isSealed('payment', 'pay_1', fields, seal)).toBe(true);
    expect(seals.isSealed('payment', 'pay_1', fields, turned.seal('payment', 'pay_1', fields))).toBe(false);
  });

  test('of another platform names the record that it refuses', () => {
    const refuse = () => new Seals(key(), logger).require('payment', 'pay_1', fields, seal);
    expect(refuse).toThrow('payment pay_1 is not as the service wrote it');
  });

  test('that is broken is logged once per look as an error that names the record, and a valid one is not', () => {
    lines.length = 0;
    seals.require('payment', 'pay_1', fields, seal);
    expect(seals.isSealed('payment', 'pay_1', fields, seal)).toBe(true);
    expect(lines).toEqual([]);
    expect(seals.isSealed('payment', 'pay_2', fields, seal)).toBe(false);
    expect(() => seals.require('order', 'ord_1', fields, undefined)).toThrow(SealBrokenError);
    const error = { level: 50, msg: 'a record is not as the service wrote it' };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...error, purpose: 'payment', id: 'pay_2' },
      { ...error, purpose: 'order', id: 'ord_1' },
    ]);
    expect(lines.join('')).not.toContain('acc_1');
  });
});

describe('a hash', () => {
  const secret = new Secret('tp_canary');

  test('depends on the purpose, the secret and the key, and is no seal', () => {
    const all = [
      seals.hash('api_key', secret),
      seals.hash('session', secret),
      seals.hash('api_key', new Secret('tp_other')),
      new Seals(key(), logger).hash('api_key', secret),
      seals.seal('api_key', 'tp_canary', {}),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('is found under a former key too', () => {
    const turned = new Seals(key(), logger, [first]);
    expect(turned.hashes('api_key', secret)).toEqual([turned.hash('api_key', secret), seals.hash('api_key', secret)]);
  });
});
