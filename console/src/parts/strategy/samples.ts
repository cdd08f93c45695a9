import longAndShort from '../../../../frameworks/freqtrade/examples/long_and_short.py';
import trendDip from '../../../../frameworks/freqtrade/examples/sample_strategy.py';
import trailingExit from '../../../../frameworks/freqtrade/examples/trailing_exit.py';
import emaCross from '../../../../frameworks/nautilus/examples/ema_cross.py';

/** A strategy to begin with; the same files as the platform's own examples, which its tests run. */
export interface Sample {
  readonly id: string;
  readonly label: string;
  readonly framework: 'freqtrade' | 'nautilus';
  readonly code: string;
  /** The config that it needs for a market. */
  readonly config: (symbols: readonly string[]) => Readonly<Record<string, unknown>>;
}

/** The markets of a sample's first run, by their names. */
export const SAMPLE_MARKETS = ['BTC', 'ETH', 'SOL'];

/** What there is to begin with. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'dip',
    label: 'Buys dips in an upward trend (freqtrade)',
    framework: 'freqtrade',
    code: trendDip,
    config: () => ({ max_open_trades: 3 }),
  },
  {
    id: 'long-and-short',
    label: 'Long and short (freqtrade)',
    framework: 'freqtrade',
    code: longAndShort,
    config: () => ({}),
  },
  {
    id: 'trailing',
    label: 'Lets profits run, with a trailing exit (freqtrade)',
    framework: 'freqtrade',
    code: trailingExit,
    config: () => ({}),
  },
  {
    id: 'ema',
    label: 'Crossing averages (nautilus)',
    framework: 'nautilus',
    code: emaCross,
    config: (symbols) => ({
      instrument_ids: symbols,
      instrument_id: symbols[0] ?? '',
      bar_type: `${symbols[0] ?? ''}-1-HOUR-LAST-EXTERNAL`,
      trade_size: '0.01',
    }),
  },
];
