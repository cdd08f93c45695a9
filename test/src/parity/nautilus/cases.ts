import { readFileSync } from 'node:fs';

/** Whose history a strategy runs on. */
export type ParityVenue = 'hyperliquid' | 'lighter' | 'polymarket';

/** One strategy to be run both ways. */
export interface NautilusCase {
  readonly name: string;
  /** The text of a test strategy, or the name of one of nautilus's own. */
  readonly code: string | { readonly packaged: string };
  readonly strategyClass: string;
  readonly venue: ParityVenue;
  /** Names of the venue's markets in the order of the request. */
  readonly markets: readonly string[];
  /** The timeframes of each market, in the order of its config. */
  readonly fed: Readonly<Record<string, readonly string[]>>;
  readonly config: (aliases: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly to: string;
  /** A run with fewer trades shows nothing. */
  readonly tradesMin: number;
}

const own = (file: string) => readFileSync(new URL(`./strategies/${file}.py`, import.meta.url), 'utf8');

const STEPS: Readonly<Record<string, string>> = { '1m': '1-MINUTE', '5m': '5-MINUTE', '1h': '1-HOUR', '4h': '4-HOUR' };
const bars = (alias: string | undefined, timeframe: string) => `${alias}-${STEPS[timeframe]}-LAST-EXTERNAL`;

const WINDOW = { from: '2025-05-01', to: '2025-05-10' } as const;
const BTC_SIZE = '0.05';

type Rest = Partial<Omit<NautilusCase, 'name' | 'code' | 'strategyClass'>>;

/** Makes a case of one market and one bar type, as most are: five minutes of bitcoin. */
function single(
  name: string,
  code: NautilusCase['code'],
  strategyClass: string,
  more: object = {},
  rest: Rest = {},
): NautilusCase {
  return {
    ...{
      name,
      code,
      strategyClass,
      venue: 'hyperliquid',
      markets: ['BTC'],
      fed: { BTC: ['5m'] },
      ...WINDOW,
      tradesMin: 20,
    },
    config: ({ BTC }) => ({ instrument_id: BTC, bar_type: bars(BTC, '5m'), trade_size: BTC_SIZE, ...more }),
    ...rest,
  };
}

const several = (venue: ParityVenue): NautilusCase => ({
  ...{
    name: `several instruments of ${venue} on different bar types`,
    code: own('several'),
    strategyClass: 'Several',
    venue,
  },
  ...{ markets: ['ETH', 'BTC'], fed: { BTC: ['5m'], ETH: ['1h'] }, ...WINDOW, tradesMin: 20 },
  config: ({ BTC, ETH }) => ({ bar_types: [bars(BTC, '5m'), bars(ETH, '1h')], dollars: '4000' }),
});

const PREDICTION = { venue: 'polymarket', from: '2025-05-29', to: '2025-06-01T17:00:00Z' } as const;
/** It was due to end at 16:00, and traded on until it was resolved. */
const PAST_ITS_DATE = '2025-06-01T16:30:00Z';

/** nautilus's own strategies, and a test strategy for each way in which strategies read data and trade. */
export const nautilusCases: readonly NautilusCase[] = [
  single("nautilus's own ema_cross", { packaged: 'ema_cross' }, 'EMACross'),
  single("nautilus's own ema_cross_twap", { packaged: 'ema_cross_twap' }, 'EMACrossTWAP', {}, { to: '2025-05-04' }),
  // It trails by quotes, and there are none: one position until it is stopped.
  single(
    "nautilus's own ema_cross_trailing_stop",
    { packaged: 'ema_cross_trailing_stop' },
    'EMACrossTrailingStop',
    { atr_period: 20, trailing_atr_multiple: 3, trailing_offset_type: 'PRICE', trigger_type: 'LAST_PRICE' },
    { to: '2025-05-03', tradesMin: 1 },
  ),
  single('one order that turns a position around', own('turning'), 'Turning'),
  several('hyperliquid'),
  single('brackets', own('brackets'), 'Brackets'),
  single('brackets that a limit enters', own('brackets'), 'Brackets', { entry: 'LIMIT' }),
  single('stops that trail by a price', own('trailing'), 'Trailing'),
  single('stops that trail by a share', own('trailing'), 'Trailing', { offset_type: 'BASIS_POINTS', offset: 60 }),
  single('limits that expire, stops with a limit, exits at a touch', own('resting'), 'Resting'),
  single(
    'bars that nautilus makes',
    own('composite'),
    'Composite',
    {},
    {
      config: ({ BTC }) => ({
        instrument_id: BTC,
        made: `${BTC}-15-MINUTE-LAST-INTERNAL@5-MINUTE-EXTERNAL`,
        trade_size: BTC_SIZE,
      }),
    },
  ),
  single(
    'three timeframes, additions and parts taken off',
    own('timeframes'),
    'Timeframes',
    {},
    {
      fed: { BTC: ['5m', '1h', '4h'] },
      config: ({ BTC }) => ({
        ...{ instrument_id: BTC, fine: bars(BTC, '5m'), middle: bars(BTC, '1h'), coarse: bars(BTC, '4h') },
        trade_size: '0.02',
      }),
    },
  ),
  single('sizes that follow from the balance that is free', own('sized'), 'Sized'),
  single('funding that is traded on', own('funded'), 'Funded'),
  single(
    'quotes on both sides, with the bars of every minute',
    own('maker'),
    'Maker',
    {},
    {
      ...{ markets: ['SOL'], fed: { SOL: ['1m'] }, from: '2025-05-06', to: '2025-05-08' },
      config: ({ SOL }) => ({ instrument_id: SOL, size: '5' }),
    },
  ),
  several('lighter'),
  single('stops that trail on lighter', own('trailing'), 'Trailing', {}, { venue: 'lighter' }),
  {
    ...{ name: 'both outcomes of a prediction to its resolution', code: own('outcomes'), strategyClass: 'Outcomes' },
    ...{ ...PREDICTION, markets: ['Yes', 'No'], fed: { Yes: ['1m'], No: ['1m'] }, tradesMin: 5 },
    config: ({ Yes, No }) => ({ bar_types: [bars(Yes, '1m'), bars(No, '1m')] }),
  },
  {
    ...{ name: 'both outcomes of a prediction past its date', code: own('outcomes'), strategyClass: 'Outcomes' },
    ...{ ...PREDICTION, to: PAST_ITS_DATE, markets: ['Yes', 'No'], fed: { Yes: ['1m'], No: ['1m'] }, tradesMin: 5 },
    config: ({ Yes, No }) => ({ bar_types: [bars(Yes, '1m'), bars(No, '1m')] }),
  },
  {
    name: "nautilus's own ema_cross_long_only on a prediction",
    ...{ code: { packaged: 'ema_cross_long_only' }, strategyClass: 'EMACrossLongOnly' },
    ...{ ...PREDICTION, markets: ['No'], fed: { No: ['1m'] }, tradesMin: 20 },
    config: ({ No }) => ({ instrument_id: No, bar_type: bars(No, '1m'), trade_size: '300' }),
  },
];

/** The amount of bitcoin that `heldCase` holds. */
export const HELD_SIZE = 0.1;

/** A position that is bought at the first candle and kept. */
export const heldCase: NautilusCase = single(
  'a position that is kept',
  own('held'),
  'Held',
  {},
  {
    ...{ fed: { BTC: ['1h'] }, tradesMin: 1, to: '2025-05-09' },
    config: ({ BTC }) => ({ instrument_id: BTC, bar_type: bars(BTC, '1h'), size: String(HELD_SIZE) }),
  },
);
