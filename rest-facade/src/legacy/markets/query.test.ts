import { expect, test } from '@jest/globals';
import { queryOf } from './query.js';

test.each([
  ['btc 120k before july', 'btc 120k before july'],
  ['will-it-rain', 'will-it-rain'],
  ['https://markets.example/event/world-cup-winner', 'world-cup-winner'],
  ['HTTPS://markets.example/event/world-cup-winner/will-peru-win?tid=1#x', 'will-peru-win'],
  ['https://markets.example', 'https://markets.example'],
  ['https://', 'https://'],
])('%s asks for %s', (text, query) => {
  expect(queryOf(text)).toBe(query);
});
