import { expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { newSecret } from './secrets.js';

test('secrets are told apart by their prefixes', () => {
  expect(newSecret('api_key', systemRandom).reveal()).toMatch(/^tp_[\w-]{43}$/);
  expect(newSecret('session', systemRandom).reveal()).toMatch(/^tps_[\w-]{43}$/);
  expect(newSecret('magic_link', systemRandom).reveal()).toMatch(/^tpl_[\w-]{22}$/);
});

test('a secret with a part that reads as a code is drawn again', () => {
  const good = 'a'.repeat(22);
  const draws = ['aa-123456-aaaaaaaaaaaa', '-000000-aaaaaaaaaaaaaa', good];
  const random = { ...systemRandom, bytes: () => Buffer.from(draws.shift() ?? '', 'base64url') };
  expect(newSecret('magic_link', random).reveal()).toMatch(/^tpl_a{21}\w$/);
  expect(draws).toEqual([]);
});
