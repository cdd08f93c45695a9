import { describe, expect, test } from '@jest/globals';
import { candles, fundings, heldAccount, mainAccount, orderBookDetails, resultCode, streamMessage } from './index.js';

/**
 * Answers in the forms that other public clients recorded of the venue: every field of theirs, with numbers of our own. Which client shows
 * what stands in docs/decisions/venues/lighter-history.md.
 */

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2025, 5, 15, 16);
const ofHour = candles('1h', HOUR_MS);

describe('candles', () => {
  // lighter-ts, captured on 26 July 2026.
  const captured = [
    { t: FROM_MS, o: 20_611.5, h: 20_640, l: 20_598.2, c: 20_603.1, v: 311.20807, V: 6_416_540.120455, i: 40_112_345 },
    { t: FROM_MS + HOUR_MS, o: 20_603.1, h: 20_700, l: 20_603, c: 20_688, v: 12, V: 248_000.5, i: 40_118_001 },
  ];
  const rows = captured.map(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: v }));

  test('as lighter-ts recorded them are taken', () => {
    expect(ofHour.parse({ code: 200, r: '1h', c: captured })).toEqual({ rows, malformed: [] });
  });

  test('with the prices of the index as ccxt and Lighter.Net show them are taken without those', () => {
    const withIndex = captured.map((candle) => ({ ...candle, C: '20603.4', H: '20641.1', L: '20597', O: '20612' }));
    expect(ofHour.parse({ code: 200, message: '', r: '1h', c: withIndex })).toEqual({ rows, malformed: [] });
  });

  test('of the WebSocket as Lighter.Net shows them are taken', () => {
    const message = { type: 'subscribed/candle', channel: 'candle:0:1h', timestamp: FROM_MS + 1_812 };
    expect(streamMessage.parse({ ...message, candles: captured.slice(0, 1) })).toMatchObject({
      channel: { marketId: '0', resolution: '1h' },
      candles: { rows: [[FROM_MS, 20_611.5, 20_640, 20_598.2, 20_603.1, 311.20807]], malformed: [] },
    });
  });

  test('of the endpoint that went before, as ccxt recorded it in 2025, are refused whole', () => {
    const raw = { open_raw: 0, high_raw: 0, low_raw: 0, close_raw: 0 };
    const old = { timestamp: FROM_MS, open: 1, high: 2, low: 1, close: 2, ...raw, volume0: 3, volume1: 4 };
    expect(ofHour.safeParse({ code: 200, resolution: '1h', candlesticks: [old] }).success).toBe(false);
  });
});

describe('funding', () => {
  test('as lighter-data reads it is taken: in percent of an hour, with the side that paid', () => {
    const paid = { timestamp: FROM_MS / 1_000, value: '0.01300021', rate: '0.0011', direction: 'short' };
    const zero = { ...paid, timestamp: paid.timestamp + 3_600, rate: '0.0000', direction: 'long' };
    expect(fundings.parse({ code: 200, resolution: '1h', fundings: [paid, zero] })).toEqual({
      rows: [
        { hourMs: FROM_MS, rate: -0.000011 },
        { hourMs: FROM_MS + HOUR_MS, rate: 0 },
      ],
      malformed: [],
    });
  });

  test('as godex keeps it is taken, without what nobody reads', () => {
    const paid = { timestamp: FROM_MS / 1_000, rate: '0.0099', direction: 'long' };
    expect(fundings.parse({ code: 200, fundings: [paid] }).rows).toEqual([{ hourMs: FROM_MS, rate: 0.000099 }]);
  });
});

describe('a market', () => {
  // ccxt, November 2025: no type of the market and no prices of mark and index yet.
  const older = {
    ...{ symbol: 'ETH', market_id: 0, status: 'active', taker_fee: '0.0000', maker_fee: '0.0000' },
    ...{ liquidation_fee: '1.0000', min_base_amount: '0.0050', min_quote_amount: '10.000000', order_quote_limit: '' },
    ...{ supported_size_decimals: 4, supported_price_decimals: 2, supported_quote_decimals: 6, size_decimals: 4 },
    ...{ price_decimals: 2, quote_multiplier: 1, default_initial_margin_fraction: 500 },
    ...{ min_initial_margin_fraction: 200, maintenance_margin_fraction: 120, closeout_margin_fraction: 80 },
    ...{ last_trade_price: 3_210.5, daily_trades_count: 1_500, daily_base_token_volume: 481.3509 },
    ...{ daily_quote_token_volume: 1_671_431.263844, daily_price_low: 3_102.4, daily_price_high: 3_271.4 },
    ...{ daily_price_change: -0.529430084, open_interest: 39_559.3278, daily_chart: {} },
    market_config: {
      ...{ market_margin_mode: 0, insurance_fund_account_index: 281_474_976_710_655, liquidation_mode: 0 },
      ...{ force_reduce_only: false, trading_hours: '' },
    },
  };

  test('as ccxt recorded it in 2025 is taken as the perpetual that it is', () => {
    expect(orderBookDetails.parse({ code: 200, order_book_details: [older] })).toMatchObject({
      listed: [{ symbol: 'ETH-PERP.LIGHTER', status: 'active', maxLeverage: 50, markPrice: '3210.50' }],
      omitted: [],
    });
  });

  test('that is inactive, as lighter-ts recorded some, is taken as closed', () => {
    const inactive = {
      ...{ ...older, symbol: 'MAGS', market_id: 155, market_type: 'perp', base_asset_id: 0, quote_asset_id: 0 },
      ...{ status: 'inactive', created_at: '1772570399000', multiplier: '1.000000000000000000' },
    };
    const { listed, omitted } = orderBookDetails.parse({ code: 200, order_book_details: [older, inactive] });
    expect([listed.map(({ market, status }) => [market, status]), omitted]).toEqual([
      [
        ['ETH', 'active'],
        ['MAGS', 'closed'],
      ],
      [],
    ]);
  });
});

describe('an account', () => {
  const of = (fields: object) => ({
    ...{ code: 0, account_type: 0, index: 107, l1_address: '0x0000000000000000000000000000000000000000' },
    ...{ cancel_all_time: 0, total_order_count: 1, total_isolated_order_count: 0, pending_order_count: 0 },
    ...{ available_balance: '126.880799', status: 1, collateral: '91.242706', account_index: 107, name: '' },
    ...{ description: '', can_invite: true, referral_points_percentage: '', positions: [], assets: [] },
    ...{ total_asset_value: '153.47264000002', cross_asset_value: '153.47264000002', shares: [] },
    ...fields,
  });

  test('beside a sub-account, as ccxt recorded both, is the owner’s own, with its positions', () => {
    const position = {
      ...{ market_id: 0, symbol: 'ETH', initial_margin_fraction: '5.00', open_order_count: 0, pending_order_count: 0 },
      ...{ position_tied_order_count: 0, sign: 1, position: '18.0100', avg_entry_price: '2669.80' },
      ...{ position_value: '54306.500000', unrealized_pnl: '6197.800000', realized_pnl: '0.000000' },
      ...{ liquidation_price: '2190.4407231380412', margin_mode: 0, allocated_margin: '0.000000' },
    };
    const sub = of({ account_type: 1, index: 281_474_976_710_608, total_asset_value: '30' });
    expect(heldAccount.parse({ code: 200, total: 2, accounts: [sub, of({ positions: [position] })] })).toMatchObject({
      ...{ accountIndex: 107, collateralMicroUsdc: 91_242_706n, equityMicroUsdc: 153_472_640n, malformedCount: 0 },
      markets: [
        { marketIndex: 0, isShort: false, size: '18.0100', leverage: 20, liquidationPrice: '2190.4407231380412' },
      ],
    });
  });

  test('as lighter-ts recorded an empty one is taken', () => {
    const newer = {
      ...{ transaction_time: 1_784_665_093_666_991, account_trading_mode: 0, can_rfq: true, created_at: 0 },
      ...{ can_rfq_market_ids: ['0', '1'], metadata: { color: '' }, total_asset_value: '0', pending_unlocks: [] },
    };
    expect(heldAccount.parse({ code: 200, total: 1, accounts: [of(newer)] })).toMatchObject({
      ...{ accountIndex: 107, equityMicroUsdc: 0n, markets: [] },
    });
  });

  test('is found by its owner, as Lighter.Net shows it', () => {
    const { l1_address, ...account } = of({ available_balance: '', transaction_time: 0, account_trading_mode: 0 });
    expect(mainAccount.parse({ code: 200, message: '', l1_address, sub_accounts: [account] })).toBe(107);
  });
});

test.each([
  [20_001, 'invalid param '],
  [29_404, 'not found'],
  [20_558, 'You are accessing Lighter from a restricted jurisdiction.'],
])('a refusal %i, as lighter-ts recorded it, is one', (code, message) => {
  expect(resultCode.parse({ code, message })).toEqual({ code, message });
  for (const form of [ofHour, fundings, orderBookDetails, heldAccount])
    expect(form.safeParse({ code, message }).success).toBe(false);
});
