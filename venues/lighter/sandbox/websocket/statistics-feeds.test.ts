import { describe, expect, test } from '@jest/globals';
import { LISTINGS } from '../listings.js';
import { Market } from '../market.js';
import { channelOf } from './channels.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const [ETH, MKR, SPOT] = [0, 28, 2_048];
const markets = new Map(LISTINGS.map((listed) => [listed.id, new Market(1, listed)]));

function feedOf(channel: string) {
  const found = channelOf(channel, markets);
  if ('refusal' in found) throw new Error(`${channel} is refused`);
  return found.open();
}

describe('the best prices', () => {
  test('are told once, then as they change', () => {
    const feed = feedOf(`ticker/${ETH}`);
    expect(feed.begin(NOW_MS)).toMatchObject({ ticker: { s: 'ETH', a: { price: expect.any(String) } } });
    expect(feed.next(NOW_MS)).toEqual([]);
    expect(feed.next(NOW_MS + 60_000)).toMatchObject([{ timestamp: NOW_MS + 60_000, ticker: { s: 'ETH' } }]);
  });

  test('are empty texts where nothing is ordered', () => {
    const nothing = { price: '', size: '' };
    expect(feedOf(`ticker/${MKR}`).begin(NOW_MS)).toMatchObject({ ticker: { s: 'MKR', a: nothing, b: nothing } });
  });
});

describe('statistics', () => {
  test('of one market are its own, and told as they change', () => {
    const feed = feedOf(`market_stats/${ETH}`);
    expect(feed.begin(NOW_MS)).toMatchObject({ market_stats: { symbol: 'ETH', market_id: ETH } });
    expect(feed.next(NOW_MS)).toEqual([]);
    expect(feed.next(NOW_MS + 60_000)).toMatchObject([{ market_stats: { symbol: 'ETH' } }]);
  });

  test('of all are the perpetuals’ by number, then those that have changed', () => {
    const feed = feedOf('market_stats/all');
    const told = (message: object) => Object.keys(Object(message).market_stats);
    expect(told(feed.begin(NOW_MS))).toEqual(['0', '1', '2', '4', '23', '28']);
    expect(feed.next(NOW_MS + 60_000).map(told)).toEqual([expect.not.arrayContaining(['28'])]);
  });

  test.each([`market_stats/${SPOT}`, 'market_stats/9', 'ticker/9', 'ticker/all', 'market_stats/0/1m'])(
    'and prices of what is no such market are refused: %s',
    (channel) => {
      expect(channelOf(channel, markets)).toHaveProperty('refusal');
    },
  );
});
