import { describe, expect, test } from '@jest/globals';
import {
  byVenue,
  capabilitiesOf,
  hasRole,
  isVenue,
  offers,
  switchesOn,
  takerOrderFeeRate,
  venueIds,
  venueRow,
  venuesOf,
  venuesWithReleases,
} from './index.js';

test('the interface’s venues are in its order, and nothing else is one', () => {
  expect(venueIds).toEqual(['hyperliquid', 'polymarket', 'lighter', 'binance', 'aerodrome']);
  expect(['toString', '__proto__', 'Hyperliquid', ''].some(isVenue)).toBe(false);
});

test('the interface’s lists follow from the roles', () => {
  expect(venuesOf('wallet')).toEqual(['hyperliquid', 'polymarket', 'lighter']);
  expect([...venuesOf('executions')].sort()).toEqual(['binance', 'hyperliquid', 'lighter', 'polymarket']);
  expect([...venuesOf('markets')].sort()).toEqual(['binance', 'hyperliquid', 'lighter', 'polymarket']);
  expect([...venuesWithReleases].sort()).toEqual(['lighter', 'polymarket']);
  expect(byVenue(venuesOf('wallet'), (id) => id.length)).toEqual({ hyperliquid: 11, polymarket: 10, lighter: 7 });
  expect([hasRole('binance', 'wallet'), hasRole('nowhere', 'wallet')]).toEqual([false, false]);
});

describe.each(venueIds)('%s', (id) => {
  const { status, capabilities, roles, fees, frameworks, isCanonicalSymbol } = venueRow(id);
  const { minimumDepositUsd, accountFigures } = venueRow(id);

  test('offers nothing while it is planned, and something once it is available', () => {
    expect(capabilities.length > 0).toBe(status === 'available');
    expect(capabilities.every((capability) => offers(id, capability))).toBe(true);
  });

  test('has fees and a symbol grammar where its markets are listed, and what the wallet shows where it shows it', () => {
    if (roles.includes('markets')) expect([fees, isCanonicalSymbol]).not.toContain(undefined);
    expect(minimumDepositUsd !== undefined).toBe(roles.includes('wallet'));
    expect(accountFigures !== undefined).toBe(roles.includes('wallet'));
  });

  test('gives every alias of a framework its canonical symbol', () => {
    for (const { example, canonical } of Object.values(frameworks)) {
      const symbol = canonical(example);
      expect([symbol, isCanonicalSymbol?.(symbol ?? '')]).toEqual([expect.any(String), true]);
    }
  });
});

test('what an operator must switch on is there where it is on, and nowhere else', () => {
  const set = (isOn: boolean) => switchesOn({ FEATURE_MANAGED_LIVE: { isOn }, FEATURE_VENUE_EXITS: { isOn } });
  const added = { hyperliquid: { live: true }, polymarket: { withdraw: true }, lighter: { withdraw: true } };
  const [off, on] = [
    byVenue(venueIds, (id) => capabilitiesOf(id, set(false))),
    byVenue(venueIds, (id) => capabilitiesOf(id, set(true))),
  ];
  expect([off.hyperliquid.live, off.polymarket.withdraw, off.lighter.withdraw]).toEqual([false, false, false]);
  for (const [id, capabilities] of Object.entries(added))
    expect(on).toHaveProperty(id, expect.objectContaining(capabilities));
  expect([on.polymarket.live, on.binance, on.aerodrome]).toEqual([false, off.binance, off.aerodrome]);
});

test('a taker order costs the venue’s fee and the builder’s', () => {
  expect(takerOrderFeeRate('hyperliquid')).toBe(0.00055);
});
