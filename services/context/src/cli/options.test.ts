import { describe, expect, test } from '@jest/globals';
import { typedPath } from '@platform/kit/config';
import { readCommand, UsageError } from './options.js';

const BTC = ['--venue', 'hyperliquid', '--symbol', 'BTC/USDC:USDC'];
const market = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const RAIN = ['--venue', 'polymarket', '--market', 'rain'];
const rain = { venue: 'polymarket', market: 'rain' };
const ever = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

describe('a command', () => {
  test.each([
    [[], { verb: 'help' }],
    [['import', '--help'], { verb: 'help' }],
    [['list'], { verb: 'list', filter: {} }],
    [['audit', ...BTC], { verb: 'audit', filter: market }],
    [
      ['import', ...BTC, '--table', 'candles_1h', 'a.csv'],
      { verb: 'import', ...market, table: 'candles_1h', file: typedPath('a.csv'), replace: false },
    ],
    [
      ['replace', ...BTC, '--table', 'candles_1h', 'a.csv'],
      { verb: 'import', ...market, table: 'candles_1h', file: typedPath('a.csv'), replace: true },
    ],
    [
      ['import', '--replace', '--datadir', 'data'],
      { verb: 'import-directory', folder: typedPath('data'), venue: 'hyperliquid', replace: true },
    ],
    [
      ['remove', ...BTC, '--from', '2025-01-01', '--to', '2025-01-02T12:00Z'],
      {
        verb: 'remove',
        removal: {
          ...market,
          table: undefined,
          imported: false,
          range: { fromMs: Date.UTC(2025, 0, 1), toMs: Date.UTC(2025, 0, 2, 12) },
        },
      },
    ],
    [
      ['remove', '--imported', '--table', 'candles_1m'],
      {
        verb: 'remove',
        removal: { venue: undefined, symbol: undefined, table: 'candles_1m', imported: true, range: ever },
      },
    ],
    [['collect', '--venue', 'hyperliquid'], { verb: 'collect', venue: 'hyperliquid', market: undefined }],
    [['publish'], { verb: 'publish', filter: {} }],
    [['verify', ...RAIN], { verb: 'verify', filter: rain }],
    [['releases', '--venue', 'polymarket'], { verb: 'releases', filter: { venue: 'polymarket' } }],
    [['withdraw', ...RAIN, '--reason', ' wrong '], { verb: 'withdraw', ...rain, reason: 'wrong' }],
    [['sweep', '--days', '30'], { verb: 'sweep', filter: {}, days: 30 }],
  ])('%j is understood', (typed, command) => {
    expect(readCommand(typed)).toEqual(command);
  });

  test.each<[string[], RegExp]>([
    [['delete'], /unknown verb delete/],
    [['import', 'a.csv'], /needs --venue, --symbol, --table and one file, or --datadir/],
    [['import', ...BTC, 'a.csv'], /--table must be one of/],
    [['import', ...BTC, '--table', 'candles_2h', 'a.csv'], /--table must be one of/],
    [['import', '--datadir', 'data', ...BTC], /names the folder alone/],
    [['import', '--datadir', 'data', '--from', '2025-01-01'], /import takes no --from/],
    [['remove'], /needs --venue and --symbol, or --imported/],
    [['remove', '--venue', 'hyperliquid'], /needs --venue and --symbol, or --imported/],
    [['remove', '--imported', '--symbol', 'BTC/USDC:USDC'], /--symbol needs --venue/],
    [['remove', ...BTC, '--from', 'yesterday'], /--from must be a time in UTC/],
    [['remove', ...BTC, '--from', '2025-01-02', '--to', '2025-01-02'], /--from must be before --to/],
    [['remove', ...BTC, 'a.csv'], /remove takes no a.csv/],
    [['list', '--nope'], /nope/],
    [['collect'], /needs --venue/],
    [['publish', '--venue', 'hyperliquid'], /hyperliquid has no releases: only lighter and polymarket have/],
    [['verify', '--market', 'rain'], /--market needs --venue/],
    [['publish', '--symbol', 'x'], /publish takes no --symbol/],
    [['withdraw', ...RAIN], /needs --venue, --market and --reason/],
    [['sweep', '--days', 'all'], /sweep needs --days/],
  ])('%j is refused', (typed, reason) => {
    expect(() => readCommand(typed)).toThrow(UsageError);
    expect(() => readCommand(typed)).toThrow(reason);
  });
});
