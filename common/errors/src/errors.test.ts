import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { catalogue, isErrorCode, repeatedName, withoutQuotedValues } from './index.js';

/** The rows of the interface's error table: statuses and codes. */
function documentedErrors(): { statuses: number[]; code: string }[] {
  const text = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('\n## Errors'), text.indexOf('\n## Limits'));
  return [...section.matchAll(/^\| ([\d, ]+) \| (.+?) \|/gm)].flatMap(([, statuses = '', codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => ({ statuses: statuses.split(', ').map(Number), code })),
  );
}

describe('the catalogue', () => {
  test('holds every code of the interface with its status', () => {
    const documented = documentedErrors();
    expect(documented.length).toBeGreaterThan(50);
    const wrong = documented.filter(
      ({ code, statuses }) => !isErrorCode(code) || !statuses.includes(catalogue[code].http),
    );
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['limt', 'limt'],
  ['amountUsd2', 'amountUsd2'],
  [`tp_${'a'.repeat(43)}`, '…'],
  ['123456', '…'],
  ['0xabc', '…'],
  ['two words', '…'],
])('a field that a caller names %s is repeated as %s', (name, repeated) => {
  expect(repeatedName(name)).toBe(repeated);
});

test.each([
  ['Variable "$first" got invalid value "secret-1"; Int cannot represent non-integer value: "secret-1"', ['"$first"']],
  ['Int cannot represent non 32-bit signed integer value: 123456789012', ['32-bit']],
  [
    'Variable "$i" of type "[ID!]!" used in position expecting type "Query.things"',
    ['"$i"', '"[ID!]!"', '"Query.things"'],
  ],
  ['Expected value of type "Int!", found { a: "x\\"123456 y" }', ['"Int!"']],
])('a refusal keeps its names and hides its values: %s', (message, kept) => {
  const shown = withoutQuotedValues(message);
  for (const part of kept) expect(shown).toContain(part);
  expect(shown).not.toMatch(/secret|123456/);
});
