import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { drop, dropAll, keep, kept } from './kept.js';

const ROOM_CHARACTERS = 100;

/** A browser's storage: its keys are properties of it, and its room has an end. */
function storage() {
  const own: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => own[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > ROOM_CHARACTERS) throw new Error('QuotaExceededError');
      own[key] = value;
    },
    removeItem: (key: string) => void delete own[key],
  };
  return new Proxy(own, { get: (_, key) => Reflect.get(methods, key) ?? Reflect.get(own, key) });
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage(), configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test('what is kept comes back until it is dropped', () => {
  keep('draft', { code: 'a' });
  keep('other', 1);
  expect(kept('draft')).toEqual({ code: 'a' });
  drop('draft');
  expect([kept('draft'), kept('other')]).toEqual([undefined, 1]);
});

test('signing out leaves nothing, and what is of others stays', () => {
  sessionStorage.setItem('theirs', 'x');
  keep('draft', 1);
  dropAll();
  expect([kept('draft'), sessionStorage.getItem('theirs')]).toEqual([undefined, 'x']);
});

test('what has no room does not leave an older value behind', () => {
  keep('draft', 'old');
  keep('draft', 'x'.repeat(ROOM_CHARACTERS));
  expect(kept('draft')).toBeUndefined();
});

test('without storage nothing is kept, and nothing fails', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    get: () => {
      throw new Error('SecurityError');
    },
    configurable: true,
  });
  keep('draft', 1);
  dropAll();
  expect(kept('draft')).toBeUndefined();
});
