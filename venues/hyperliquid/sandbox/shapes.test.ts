import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { answerInfo } from './info/table.js';
import { fromCassette, fromJson, hasRecordings, kindsOf } from './shapes.js';
import { openJournal } from './store/journal.js';
import { openVenue } from './venue.js';
import { assetContext } from './wire.js';

/** Real answers of the venue: recorded ones where they are at hand, and always these, cut short. */
const INLINE = {
  meta: { universe: [{ maxLeverage: 50, name: 'BTC', szDecimals: 5 }] },
  allMids: { APE: '1.96595', BTC: '30135.0' },
  candleSnapshot: [
    {
      T: 1684702799999,
      c: '0.001604',
      h: '0.001616',
      i: '1h',
      l: '0.001601',
      n: 709,
      o: '0.001601',
      s: 'kPEPE',
      t: 1684699200000,
      v: '520665683.0',
    },
  ],
  fundingHistory: [{ coin: 'BTC', fundingRate: '-0.00061334', premium: '-0.00091334', time: 1683849600048 }],
  l2Book: {
    coin: 'BTC',
    time: 1782131344546,
    levels: [[{ px: '64900.0', sz: '12.40866', n: 34 }], [{ px: '64901.0', sz: '1.2', n: 3 }]],
  },
  recentTrades: [
    {
      coin: 'BTC',
      side: 'A',
      px: '104320.0',
      sz: '0.015',
      hash: '0x00',
      time: 1769916002000,
      tid: 300003,
      users: ['0x00', '0x00'],
    },
  ],
  assetContext: {
    funding: '-0.0000015186',
    openInterest: '27353.17682',
    prevDayPx: '76317.0',
    dayNtlVlm: '1516669192.1953897476',
    premium: '-0.0005927453',
    oraclePx: '77605.0',
    markPx: '77562.0',
    midPx: '77558.5',
    impactPxs: ['77558.0', '77559.0'],
    dayBaseVlm: '19707.77457',
  },
};

const nautilus = 'nautilus/crates/adapters/hyperliquid/test_data/';
const recorded: [string, unknown][] = hasRecordings
  ? [
      ['meta', fromCassette('test_get_info.yaml')],
      ['allMids', fromCassette('test_get_all_mids.yaml')],
      ['candleSnapshot', fromCassette('test_get_candles_snapshot.yaml')],
      ['fundingHistory', fromCassette('test_get_funding_history[None].yaml')],
      ['l2Book', fromCassette('test_get_l2_snapshot.yaml')],
      ['aggregated l2Book', fromJson('hyperliquid_marketmicro_mcp/tests/fixtures/l2book_btc_nsf3.json')],
      ['recentTrades', fromJson(`${nautilus}http_recent_trades_btc.json`)],
      ['assetContext', allContexts(fromJson(`${nautilus}ws_all_dexs_asset_ctxs.json`))],
    ]
  : [];

const directory = mkdtempSync(join(tmpdir(), 'sandbox-hyperliquid-'));
const journal = openJournal(directory);
const venue = await openVenue({
  clock: new ManualClock(Date.UTC(2026, 10, 21, 9, 17, 3)),
  seed: 1,
  recordingsDirectory: undefined,
  journal,
  networks: [],
});
afterAll(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

const requests: Record<string, object> = {
  meta: {},
  allMids: {},
  candleSnapshot: { req: { coin: 'kPEPE', interval: '1h', startTime: Date.UTC(2026, 10, 20) } },
  fundingHistory: { coin: 'BTC', startTime: Date.UTC(2026, 10, 1) },
  l2Book: { coin: 'BTC' },
  recentTrades: { coin: 'BTC' },
};

function ours(type: string): unknown {
  if (type === 'aggregated l2Book') return answerInfo({ type: 'l2Book', coin: 'BTC', nSigFigs: 3 }, venue);
  if (type === 'assetContext') return assetContext(venue.markets.get('BTC')!, venue.clock.nowMs());
  return answerInfo({ type, ...requests[type] }, venue);
}

describe('answers have the shape of the real venue’s', () => {
  test.each([...Object.entries(INLINE), ...recorded])('%s', (type, real) => {
    const [kinds, realKinds] = [kindsOf(ours(type)), kindsOf(real)];
    expect(Object.fromEntries([...realKinds.keys()].map((path) => [path, kinds.get(path)]))).toEqual(
      Object.fromEntries(realKinds),
    );
  });
});

function allContexts(message: unknown): unknown {
  const { data } = message as { data: { ctxs: [string, unknown[]][] } };
  return data.ctxs[0]?.[1][0];
}
