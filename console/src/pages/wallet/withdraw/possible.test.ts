import { expect, test } from '@jest/globals';
import { isStuck } from './possible.js';

const OFF = { code: 'not_found', message: '', places: [] };
const account = (loginType: 'email' | 'wallet') => ({ account: { id: 'acc_1', loginType }, wallet: null });

test('money is stuck where no proof is taken and there is no login wallet', () => {
  expect(isStuck({ data: account('email'), problem: OFF })).toBe(true);
  expect(isStuck({ data: account('wallet'), problem: OFF })).toBe(false);
  expect(isStuck({ data: account('email'), problem: undefined })).toBe(false);
  expect(isStuck({ data: undefined, problem: OFF })).toBe(false);
});
