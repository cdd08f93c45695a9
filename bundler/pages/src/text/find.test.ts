import { expect, test } from '@jest/globals';
import { find, type Section } from './find.js';

const SECTIONS: readonly Section[] = [
  {
    address: '/docs/guides/money#order',
    page: 'Money',
    heading: 'Order',
    text: `${'An execution is one action. '.repeat(9)}A deposit is none.`,
  },
  { address: '/docs/guides/money#deposit', page: 'Money', heading: 'Deposit', text: 'Each account has a wallet.' },
  {
    address: '/docs/errors/mandate_exceeded',
    page: 'Errors',
    heading: 'mandate_exceeded',
    text: '403 Beyond its limits.',
  },
];

const addresses = (query: string) => find(SECTIONS, query).map(({ address }) => address);

test('a word in a heading is found before one in the text', () => {
  expect(addresses('DEPOSIT')).toEqual(['/docs/guides/money#deposit', '/docs/guides/money#order']);
});

test('every word must occur, in whatever place, and be only the beginning of one', () => {
  expect(addresses('money exec')).toEqual(['/docs/guides/money#order']);
  expect(addresses('mandate limits')).toEqual(['/docs/errors/mandate_exceeded']);
  expect(addresses('mandate wallet')).toEqual([]);
});

test('nothing is found by nothing', () => {
  expect(addresses('  ')).toEqual([]);
});

test('an excerpt begins near the first word that fits', () => {
  const [, found] = find(SECTIONS, 'deposit');
  expect(found?.excerpt).toBe('…An execution is one action. A deposit is none.');
});
