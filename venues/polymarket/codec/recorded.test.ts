import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isLive, oneMarket, searchPage } from './index.js';

/** Recorded answers of the real venue, read where the recordings lie beside the repository. */
const FIXTURES = new URL('../../../../shared/data/fixtures/', import.meta.url);
const ANSWERS = new URL('nautilus/crates/adapters/polymarket/test_data/', FIXTURES);
const answer = (name: string): unknown => JSON.parse(readFileSync(new URL(name, ANSWERS), 'utf8'));

(existsSync(FIXTURES) ? describe : describe.skip)('answers recorded from the real venue', () => {
  test('a market that trades is taken, and live until its end', () => {
    const { markets } = oneMarket.parse(answer('gamma_market.json'));
    const [market] = markets;
    if (market === undefined) throw new Error('the market is left out');
    expect(market).toMatchObject({ outcomes: ['Up', 'Down'], tickSize: '0.01', minimumSize: 5 });
    const endMs = Date.UTC(2026, 2, 12, 9, 25);
    expect([isLive(market, endMs - 1), isLive(market, endMs)]).toEqual([true, false]);
  });

  test.each([
    ['gamma_market_closed_nonbinary_legacy.json', { rate: 0, exponent: 0 }],
    ['gamma_market_sports_market_money_line.json', { rate: 0.03, exponent: 1 }],
    // It has fees, without a schedule.
    ['gamma_market.json', undefined],
  ])('%s has the fees that it names, as far as it names them', (name, takerFees) => {
    expect(oneMarket.parse(answer(name)).markets[0]?.takerFees).toEqual(takerFees);
  });

  test.each([
    ['gamma_market_closed_binary_accepting_true.json', 'Yes'],
    ['gamma_market_closed_nonbinary_legacy.json', undefined],
    ['gamma_market_closed_zero_zero_legacy.json', undefined],
    ['gamma_market_sports_market_money_line.json', 'FaZe'],
    ['gamma_market_sports_market_map_handicap.json', 'FaZe'],
  ])('%s is taken, its resolution is %s', (name, resolution) => {
    const { markets, omitted } = oneMarket.parse(answer(name));
    expect([omitted, markets[0]?.resolution]).toEqual([[], resolution]);
  });

  test('a page of a search is taken whole', () => {
    const { markets, omitted, hasMore } = searchPage.parse(answer('search_response.json'));
    expect([markets.length > 0, omitted, hasMore]).toEqual([true, [], true]);
  });

  test('the markets of an event are taken', () => {
    const event = answer('gamma_event.json');
    const events = Array.isArray(event) ? event : [event];
    const { markets, omitted } = searchPage.parse({ events, pagination: { hasMore: false } });
    expect([markets.length > 0, omitted]).toEqual([true, []]);
  });
});
