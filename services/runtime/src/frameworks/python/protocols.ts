import type { CandleTable, StrategySource } from '../framework.js';

/** What the platform begins with, in the words of the protocol spoken now. */
type Header = Readonly<Record<string, unknown>>;

/** How a harness's words differ from those of the protocol spoken now, which `job.ts`, `validation.ts` and `frames.ts` word. */
export interface Protocol {
  /** Whether a job may hold funding. */
  readonly readsFunding: boolean;
  /** What a job begins with. */
  jobHeader(header: Header): Header;
  /** What the check of a strategy begins with. */
  checkHeader(header: Header): Header;
  /** Whether a run charges takers what its prediction market does; else it charges them nothing. */
  readonly chargesTakerFees: boolean;
  /** How often as long as `stallMs` a run may be silent: once where it tells each of its steps. */
  readonly silenceFactor: number;
  /** What the check of a strategy answers. */
  checked(frame: unknown, source: Pick<StrategySource, 'symbols'>): unknown;
}

/**
 * The one of before funding and a second framework: a config is an object, every instrument a perpetual, each symbol has
 * every timeframe that is named, and a request can't contradict itself.
 */
const first: Protocol = {
  // From its start to its trades it only says which further tables it wants.
  silenceFactor: 10,
  chargesTakerFees: false,
  readsFunding: false,
  jobHeader: ({
    code,
    config_json,
    symbols,
    strategy_class,
    from_ms,
    to_ms,
    fee_rate,
    seed,
    instruments,
    candles,
  }) => ({
    ...{ code, config: parsed(config_json), symbols, strategy_class, from_ms, to_ms, fee_rate, seed, candles },
    instruments: Array.isArray(instruments) ? instruments.map(toFirstInstrument) : [],
  }),
  checkHeader: ({ code, config_json, symbols, strategy_class, fee_rate }) => ({
    ...{ code, config: parsed(config_json), symbols, strategy_class, fee_rate },
  }),
  checked: (frame, { symbols }) => {
    if (typeof frame !== 'object' || frame === null || !('timeframes' in frame)) return frame;
    const { timeframes, ...answer } = frame;
    const tables = Array.isArray(timeframes) ? tablesOf(symbols, timeframes) : timeframes;
    return { ...answer, request_problems: [], tables };
  },
};

/** The one spoken now. */
const third: Protocol = {
  silenceFactor: 1,
  chargesTakerFees: true,
  readsFunding: true,
  jobHeader: same,
  checkHeader: same,
  checked: same,
};

/** The one of before predictions had fees, and of before runs told their steps outside the simulation. */
const second: Protocol = {
  ...third,
  silenceFactor: 5,
  chargesTakerFees: false,
  jobHeader: ({ instruments, ...header }) => ({
    ...header,
    instruments: Array.isArray(instruments) ? instruments.map(withoutTakerFees) : [],
  }),
};

const protocols = { 1: first, 2: second, 3: third } as const;

/** Every protocol that is spoken; an image of any other is not listed. */
export const protocolNumbers = [1, 2, 3] as const;
export type ProtocolNumber = (typeof protocolNumbers)[number];

/** The protocol of that number. */
export function protocolOf(number: ProtocolNumber): Protocol {
  return protocols[number];
}

function same<Value>(value: Value): Value {
  return value;
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : text;
}

function toFirstInstrument({ symbol, size_decimals, max_leverage, mark_price }: Header): Header {
  return { symbol, size_decimals, max_leverage, mark_price };
}

function withoutTakerFees({ prediction, ...instrument }: Header): Header {
  if (typeof prediction !== 'object' || prediction === null) return { ...instrument, prediction };
  const { taker_fees: _, ...known } = { taker_fees: null, ...prediction };
  return { ...instrument, prediction: known };
}

function tablesOf(symbols: readonly string[], timeframes: readonly unknown[]): Record<keyof CandleTable, unknown>[] {
  return symbols.flatMap((symbol) => timeframes.map((timeframe) => ({ symbol, timeframe })));
}
