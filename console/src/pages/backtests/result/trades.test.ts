import { expect, test } from '@jest/globals';
import { byEntryTag, csvOf, marksOf, type Trade } from './trades.js';

function trade(changes: Partial<Trade>): Trade {
  return {
    ...{ symbol: 'BTC/USDC:USDC', side: 'long', openedAt: '2026-01-01T00:30:00.000Z', durationSeconds: 3_600 },
    ...{
      closedAt: '2026-01-01T01:30:00.000Z',
      openRate: 100,
      closeRate: 101,
      amount: 1,
      stakeAmount: 100,
      leverage: 1,
    },
    ...{ feesAbs: 0.1, profitAbs: 0.9, profitRatio: 0.009, entryTag: 'dip', exitReason: 'roi' },
    ...changes,
  };
}

test('entry tags are grouped, the most profitable first, and no tag is a group too', () => {
  const trades = [trade({}), trade({ profitAbs: -3, durationSeconds: 60 }), trade({ entryTag: null, profitAbs: 1 })];
  expect(byEntryTag(trades)).toEqual([
    { name: '(no tag)', trades: 1, wins: 1, profitAbs: 1, meanDuration: 3_600 },
    { name: 'dip', trades: 2, wins: 1, profitAbs: -2.1, meanDuration: 1_830 },
  ]);
});

test('the entries and exits of trades are marked in the order of time', () => {
  const short = trade({ openedAt: '2025-12-31T23:00:00.000Z', side: 'short', entryTag: null, profitAbs: -1 });
  const at = (time: string) => Date.parse(`2026-01-01T${time}:00.000Z`);
  expect(marksOf([trade({}), { ...short, closedAt: '2026-01-01T01:00:00.000Z', profitRatio: -0.01 }])).toEqual([
    { atMs: Date.parse('2025-12-31T23:00:00.000Z'), kind: 'sell', text: 'short' },
    { atMs: at('00:30'), kind: 'buy', text: 'dip' },
    { atMs: at('01:00'), kind: 'loss', text: '-1.0 %' },
    { atMs: at('01:30'), kind: 'gain', text: '0.9 %' },
  ]);
});

test('a file for spreadsheets quotes what must be, and no word of a strategy is a formula there', () => {
  const [head, row] = csvOf([trade({ entryTag: '=HYPERLINK("x")', exitReason: 'a,b', stakeAmount: null })]).split(
    '\r\n',
  );
  expect(head).toContain('symbol,side,openedAt');
  expect(row).toBe(
    'BTC/USDC:USDC,long,2026-01-01T00:30:00.000Z,2026-01-01T01:30:00.000Z,3600,100,101,1,,1,0.1,0.9,0.009,' +
      `"'=HYPERLINK(""x"")","a,b"`,
  );
});
