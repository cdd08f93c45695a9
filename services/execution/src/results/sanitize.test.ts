import { describe, expect, test } from '@jest/globals';
import { sanitize } from './sanitize.js';

describe('a venue answer', () => {
  test('keeps what it says, down to its numbers and addresses', () => {
    const answer = {
      status: 'err',
      response: `User or API Wallet 0x${'ab'.repeat(20)} does not exist.`,
      data: { statuses: [{ resting: { oid: 1, cloid: `0x${'cd'.repeat(16)}` } }, 'waitingForFill', null, true] },
    };
    expect(sanitize(answer)).toEqual(answer);
  });

  test('loses fields that name credentials, at any depth and in any spelling', () => {
    const answer = { a: [{ privateKey: 1, x: 2 }], 'API-Secret': 1, signature: { r: 1 }, authorization: 'x' };
    expect(sanitize(answer)).toEqual({ a: [{ x: 2 }] });
  });

  test.each([
    ['a private key', `key 0x${'a1'.repeat(32)} leaked`],
    ['a bare key', 'a1'.repeat(32)],
    ['a token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['a bearer', 'Bearer abc.def'],
    ['a base64 secret', `${'Ab1+'.repeat(11)}=`],
    ['a login in an address', 'see https://user:hunter2@example.com/'],
    ['a password', 'password=hunter2'],
    ['a PEM block', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----'],
  ])('has %s redacted', (_what, text) => {
    expect(sanitize({ response: text })).not.toEqual({ response: text });
    expect(JSON.stringify(sanitize({ response: text }))).not.toMatch(/hunter2|a1a1a1|MIIB|abc\.def|c2lnbmF0|Ab1\+Ab1/);
  });

  test('that never ends is cut', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`);
    expect(JSON.stringify(sanitize(deep))).toContain('[redacted]');
  });
});
