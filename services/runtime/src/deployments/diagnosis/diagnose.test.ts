import { describe, expect, test } from '@jest/globals';
import type { DeploymentRecord } from '../record.js';
import { diagnose } from './diagnose.js';
import type { DiagnosisFacts, MarketFacts, StakeFacts } from './facts.js';
import { type FindingCode, findingTable } from './findings.js';
import { readCandle } from './read-candle.js';
import { readLog } from './read-log.js';
import { readStake } from './read-stake.js';

const NOW = new Date('2026-05-01T12:00:00Z');
const HOUR_AGO = new Date('2026-05-01T11:00:00Z');
const BTC = 'BTC/USDC:USDC';
const ETH = 'ETH/USDC:USDC';
const MARKET: MarketFacts = { symbol: BTC, status: 'active', minOrderUsd: 10, maxLeverage: 40 };
const STAKE: StakeFacts = { by: 'config', stake: 100, tradesMax: 3, spendableRatio: 0.99, capitalUsd: undefined };
const SNAPSHOT = {
  ...{ atMs: NOW.getTime(), trades: { total: 0, open: 0, wins: 0, losses: 0 } },
  ...{ realizedUsd: 0, unrealizedUsd: 0, positions: [], balanceUsd: 1_000 },
};
const RECORD: DeploymentRecord = {
  ...{ _id: 'dpl_1', accountId: 'acc_1', name: 'one', status: 'running', mode: 'paper', venue: 'hyperliquid' },
  framework: { id: 'freqtrade', imageDigest: 'sha256:1' },
  ...{ region: 'eu', symbols: [BTC], canonicalSymbols: [BTC], codeSha256: 'a', feeRate: 0, node: 'n', generation: 1 },
  ...{ stopsWhenFlat: false, onExpiry: 'stop', restarts: 0, restartsInARow: 0, createdAt: HOUR_AGO, heartbeatAt: NOW },
};
const SIGNALLED = { lines: 10, entrySignals: 2, lastRefusal: undefined };

/** Facts of a deployment that runs as it should; `record` changes its record. */
function facts(more: Partial<Omit<DiagnosisFacts, 'record'>> & { record?: Partial<DeploymentRecord> } = {}) {
  return {
    ...{
      snapshot: SNAPSHOT,
      awaySince: undefined,
      entriesBlocked: false,
      isFunded: undefined,
      markets: [MARKET],
      stake: STAKE,
    },
    ...{ log: SIGNALLED, candleMs: undefined, nowMs: NOW.getTime() },
    ...more,
    record: { ...RECORD, ...more.record },
  };
}

/** The codes of what is found, each with how much it explains. */
function codes(given: DiagnosisFacts): string[] {
  return diagnose(given).map(({ code, severity }) => `${severity} ${code}`);
}

const opened = (open: number, symbols: readonly string[] = []) => ({
  ...SNAPSHOT,
  trades: { ...SNAPSHOT.trades, total: open, open },
  positions: symbols.map((symbol) => ({ symbol, side: 'long' as const, sizeUsd: 100 })),
});
const LIVE = { mode: 'live', capitalUsd: '60', venueBalanceUsd: 60, credentialsStatus: 'attached' } as const;

const UNREAD_LIVE = { mode: 'live', capitalUsd: '60', credentialsStatus: 'attached' } as const;

/** What is told of each cause; the first alone where one is enough. */
const cases: readonly [string, DiagnosisFacts, string][] = [
  ['never started', facts({ record: { status: 'created' } }), 'blocking not_started'],
  ['stopped', facts({ record: { status: 'stopped' } }), 'blocking not_started'],
  ['starting', facts({ record: { status: 'starting' } }), 'blocking starting'],
  ['failed', facts({ record: { status: 'error', error: { code: 'x', message: 'no', at: NOW } } }), 'blocking failed'],
  ['starting where nothing answers', facts({ awaySince: null, record: { status: 'starting' } }), 'blocking node_away'],
  [
    'running where nothing answers',
    facts({ awaySince: HOUR_AGO, record: { heartbeatAt: HOUR_AGO } }),
    'blocking node_away',
  ],
  ['being deleted', facts({ record: { status: 'deleting' } }), 'blocking ended'],
  ['blocked', facts({ record: { entriesBlockedSince: HOUR_AGO }, entriesBlocked: true }), 'blocking entries_blocked'],
  [
    'past its time',
    facts({ record: { entriesBlockedSince: HOUR_AGO, stopsWhenFlat: true }, entriesBlocked: true }),
    'blocking time_over',
  ],
  ['at odds with its venue', facts({ entriesBlocked: true }), 'blocking position_differs'],
  ['one that no longer looks', facts({ record: { heartbeatAt: HOUR_AGO } }), 'blocking not_looking'],
  ['one without a feed', facts({ record: { feedSilentSince: HOUR_AGO } }), 'blocking feed_silent'],
  [
    'one that fails',
    facts({ record: { strategyErrors: 3, lastStrategyError: 'KeyError' } }),
    'warning strategy_errors',
  ],
  ['a halted market', facts({ markets: [{ ...MARKET, status: 'halted' }] }), 'blocking market_not_trading'],
  [
    'one of two markets halted',
    facts({ record: { symbols: [BTC, ETH] }, markets: [MARKET, { ...MARKET, status: 'halted' }] }),
    'warning market_not_trading',
  ],
  ['no market', facts({ markets: [undefined] }), 'blocking market_missing'],
  ['full', facts({ snapshot: opened(3) }), 'blocking max_trades_open'],
  ['none allowed', facts({ stake: { ...STAKE, tradesMax: 0 } }), 'blocking max_trades_open'],
  ['every market held', facts({ snapshot: opened(1, [BTC]) }), 'blocking markets_held'],
  ['too little money', facts({ snapshot: { ...SNAPSHOT, balanceUsd: 9 } }), 'blocking balance_below_minimum'],
  ['less than a stake', facts({ snapshot: { ...SNAPSHOT, balanceUsd: 90 } }), 'blocking balance_below_stake'],
  ['a small stake', facts({ stake: { ...STAKE, stake: 5 } }), 'blocking stake_below_minimum'],
  ['a stake near the smallest', facts({ stake: { ...STAKE, stake: 12 } }), 'warning stake_near_minimum'],
  [
    'unlimited on a small balance',
    facts({ stake: { ...STAKE, stake: 'unlimited', tradesMax: 10 }, snapshot: { ...SNAPSHOT, balanceUsd: 60 } }),
    'blocking stake_below_minimum',
  ],
  ['a capital below a stake', facts({ stake: { ...STAKE, capitalUsd: 50 } }), 'blocking balance_below_stake'],
  ['a refused entry', facts({ log: { ...SIGNALLED, lastRefusal: 'Unable to' } }), 'warning entry_refused'],
  ['no credentials', facts({ record: { ...LIVE, credentialsStatus: 'missing' } }), 'blocking credentials_missing'],
  [
    'no money at the venue',
    facts({ record: { ...LIVE, venueBalanceUsd: 1 }, isFunded: false }),
    'blocking account_not_funded',
  ],
  [
    'an unfinished setup',
    facts({ record: { ...LIVE, venueSetup: { id: 'set_1', status: 'processing', step: 'credit' } } }),
    'blocking venue_setup_unfinished',
  ],
  [
    'a candle that has not closed yet',
    facts({ record: { startedAt: NOW }, candleMs: 3_600_000, log: { ...SIGNALLED, entrySignals: 0 } }),
    'info waiting_for_candle',
  ],
  [
    'limits that ended',
    facts({ record: { ...LIVE, mandate: { expiresAtMs: HOUR_AGO.getTime() } } }),
    'blocking mandate_ended',
  ],
];

describe('what keeps a deployment from trading', () => {
  test.each(cases)('%s', (_name, given, expected) => {
    expect(codes(given)).toContain(expected);
  });

  test('nothing is found where nothing is wrong but that it gave signals', () => {
    expect(codes(facts())).toEqual(['info entry_signals']);
  });

  test('what blocks stands first', () => {
    const found = codes(facts({ record: { strategyErrors: 1, feedSilentSince: HOUR_AGO } }));
    expect(found).toEqual(['blocking feed_silent', 'warning strategy_errors', 'info entry_signals']);
  });

  test('every code is found in some case', () => {
    const found = cases.flatMap(([, given]) => diagnose(given).map(({ code }) => code));
    const elsewhere: readonly FindingCode[] = ['unknown', 'entry_signals', 'has_traded'];
    expect([...new Set([...found, ...elsewhere])].sort()).toEqual(Object.keys(findingTable).sort());
  });
});

describe('what is not known is said, with why', () => {
  const unknowns = (given: DiagnosisFacts) =>
    diagnose(given).flatMap(({ code, message }) => (code === 'unknown' ? [message] : []));

  test.each<[string, DiagnosisFacts, RegExp]>([
    ['markets', facts({ markets: { unread: 'the context service does not answer' } }), /does not answer/],
    ['the log', facts({ log: { unread: 'its log can not be read now' } }), /can not be read/],
    ['signals that no line tells of', facts({ log: { ...SIGNALLED, entrySignals: 0 } }), /tell of none/],
    ['signals of nautilus', facts({ log: undefined }), /does not log them/],
    ['the balance', facts({ snapshot: undefined }), /may spend is not known/],
    ['a stake that the strategy decides', facts({ stake: { ...STAKE, by: 'strategy' } }), /decides that as it runs/],
    [
      'the parts of an unlimited stake',
      facts({ stake: { ...STAKE, stake: 'unlimited', tradesMax: undefined } }),
      /no max_open_trades/,
    ],
    ['a venue that was not read', facts({ record: UNREAD_LIVE }), /not been read/],
  ])('%s', (_name, given, expected) => {
    expect(unknowns(given).join('\n')).toMatch(expected);
  });
});

describe('a strategy decides as a candle closes', () => {
  const silent = { ...SIGNALLED, entrySignals: 0 };
  const started = new Date('2026-05-01T11:20:00Z');
  const given = (nowMs: number) => facts({ record: { startedAt: started }, candleMs: 3_600_000, log: silent, nowMs });

  test('before the first has closed it is told when that is', () => {
    const found = diagnose(given(NOW.getTime() - 1)).find(({ code }) => code === 'waiting_for_candle');
    expect(found?.message).toBe(
      'It decides as a candle of 1h closes. None has closed since its start at 2026-05-01 11:20 UTC; the next closes at 2026-05-01 12:00 UTC.',
    );
  });

  test('after that the silence of its log is not explained', () => {
    expect(codes(given(NOW.getTime()))).toEqual(['info unknown']);
  });
});

test.each<[string, string, string, number | undefined]>([
  ['its text', 'class A:\n    timeframe = "15m"\n', '{}', 900_000],
  ['its config first', 'class A:\n    timeframe: str = "15m"\n', '{"timeframe": "4h"}', 14_400_000],
  ['no text of several', 'class A:\n    timeframe = "15m"\nclass B:\n    timeframe = "1h"\n', '{}', undefined],
  ['no length without candles', 'class A:\n    timeframe = "7m"\n', '{}', undefined],
  ['nothing', 'pass', '{}', undefined],
])('the length of a candle is read off %s', (_name, code, configJson, expected) => {
  const framework = { id: 'freqtrade', imageDigest: '' } as const;
  expect(readCandle({ framework }, { code, configJson })).toBe(expected);
});

describe('money is judged only where it can be', () => {
  test('a strategy with leverage needs less than the smallest order', () => {
    const given = facts({ stake: { ...STAKE, by: 'strategy' }, snapshot: { ...SNAPSHOT, balanceUsd: 5 } });
    expect(codes(given)).not.toContain('blocking balance_below_minimum');
  });

  test('one with an open trade is not told that it has too little', () => {
    const given = facts({ snapshot: { ...opened(1), balanceUsd: 9 } });
    expect(codes(given)).toEqual(['info entry_signals', 'info has_traded']);
  });
});

describe('what a config and a strategy say of stakes', () => {
  const freqtrade = { framework: { id: 'freqtrade', imageDigest: '' } } as const;

  test('what it leaves out is as freqtrade has it', () => {
    expect(readStake(freqtrade, { code: 'pass', configJson: '{}' })).toEqual({ ...STAKE, tradesMax: undefined });
  });

  test('minus one is no bound, and unlimited is kept', () => {
    const configJson = '{"stake_amount": "unlimited", "max_open_trades": -1, "available_capital": 70}';
    expect(readStake(freqtrade, { code: 'pass', configJson })).toEqual({
      ...STAKE,
      ...{ stake: 'unlimited', tradesMax: Number.POSITIVE_INFINITY, capitalUsd: 70 },
    });
  });

  test('a strategy that names a method of its own decides', () => {
    const found = readStake(freqtrade, { code: 'def custom_stake_amount(self): ...', configJson: '{}' });
    expect(found?.by).toBe('strategy');
  });

  test('nautilus has no such settings', () => {
    expect(readStake({ framework: { id: 'nautilus', imageDigest: '' } }, { code: '', configJson: '{}' })).toBe(
      undefined,
    );
  });
});

test('a log tells of signals and of the newest refusal', () => {
  const messages = [
    '2026 - freqtrade.freqtradebot - INFO - Long signal found: about create a new trade for BTC/USDC:USDC with stake_amount: 5',
    '2026 - freqtrade.freqtradebot - WARNING - Unable to create trade for BTC/USDC:USDC: first',
    '2026 - freqtrade.freqtradebot - WARNING - Unable to create trade for BTC/USDC:USDC: second',
    'something else',
  ];
  expect(readLog(messages.map((message) => ({ message })))).toEqual({
    ...{ lines: 4, entrySignals: 1 },
    lastRefusal: 'Unable to create trade for BTC/USDC:USDC: second',
  });
});
