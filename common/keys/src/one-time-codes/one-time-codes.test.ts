import { describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { attemptLimitReached, CODE_TTL_MS, CodeHasher, newCode, requireUnexpired } from './index.js';

const hasher = new CodeHasher(new Secret(Buffer.alloc(32, 7)));
const code = new Secret('048213');

describe('the hash of a code', () => {
  const hash = hasher.hash(['acc_1', 'key'], code);

  test('fits that code for that purpose alone', () => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hasher.matches(['acc_1', 'key'], code, hash)).toBe(true);
    expect(hasher.matches(['acc_1', 'key'], new Secret('048214'), hash)).toBe(false);
    for (const binding of [['acc_2', 'key'], ['key', 'acc_1'], ['acc_1key'], ['acc_1', 'key', '']])
      expect(hasher.matches(binding, code, hash)).toBe(false);
  });

  test('needs the key', () => {
    const another = new CodeHasher(new Secret(Buffer.alloc(32, 8)));
    expect(another.matches(['acc_1', 'key'], code, hash)).toBe(false);
  });
});

test('a code has six digits and is valid for ten minutes', () => {
  expect(newCode(systemRandom).reveal()).toMatch(/^\d{6}$/);
  const sentAt = new Date(1_700_000_000_000);
  const after = (ms: number) => new Date(sentAt.getTime() + ms);
  expect(() => requireUnexpired(sentAt, after(CODE_TTL_MS - 1))).not.toThrow();
  expect(() => requireUnexpired(sentAt, after(CODE_TTL_MS))).toThrow(expect.objectContaining({ code: 'code_expired' }));
  expect(attemptLimitReached(sentAt, after(1_500))).toMatchObject({
    code: 'attempt_limit_reached',
    details: { retry_after_seconds: 599 },
  });
});
