import { describe, expect, test } from '@jest/globals';
import { redact } from './index.js';

describe('a text', () => {
  test.each([
    ['a private key', `key 0x${'a1'.repeat(32)} leaked`],
    ['a bare key', 'a1'.repeat(32)],
    ['a token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['a bearer', 'Bearer abc.def'],
    ['a base64 secret', `${'Ab1+'.repeat(11)}=`],
    ['a login in an address', 'see https://user:hunter2@example.com/'],
    ['a password', 'password=hunter2'],
    ['a password in a variable', "HYPERLIQUID_PASSWORD='hunter2'"],
    ['a key of a printed config', "{'name': 'hyperliquid', 'apiKey': 'hunter2'}"],
    ['a key of a config in JSON', '{"secret_key": "hunter2"}'],
    ['a PEM block', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----'],
  ])('has %s redacted', (_what, text) => {
    expect(redact(text)).toContain('[redacted]');
    expect(redact(text)).not.toMatch(/hunter2|a1a1a1|MIIB|abc\.def|c2lnbmF0|Ab1\+Ab1/);
  });

  test.each([
    ['numbers and an address', `0x${'ab'.repeat(20)} bought 0.25 BTC/USDC:USDC at 62,140.5`],
    ['a line of dashes', '-'.repeat(80)],
    ['a token of a prediction market', `${'7'.repeat(77)}.POLYMARKET-1-MINUTE-LAST-EXTERNAL`],
    ['a path of a module', 'pandas/core/computation/expressions/evaluate/numeric_expression.py'],
    ['an order id', 'O-20260101-000000-001-EMACross-000, trade 3f2b8c1e-9d4a-4e57-8a61-0c5d2f7b9e34'],
    ['words about secrets', 'the secret of success: patience'],
  ])('keeps %s', (_what, text) => {
    expect(redact(text)).toBe(text);
  });

  test('takes no longer the more there is of what begins like a secret', () => {
    const text = ['-----BEGIN ', 'eyJ-', '://a:', 'secret ', 'a'.repeat(100)]
      .map((part) => part.repeat(2_000))
      .join(' ');
    const before = process.cpuUsage();
    redact(text);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});
