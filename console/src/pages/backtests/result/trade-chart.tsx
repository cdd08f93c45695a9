import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { Chart } from '../../../parts/chart/chart.js';
import type { CandlePoint, Series } from '../../../parts/chart/series.js';
import { SelectField } from '../../../parts/field.js';
import { ProblemMessage } from '../../../parts/problem.js';
import type { Detail } from './detail.js';
import { CandlesDocument } from './generated/documents.js';
import { marksOf, type Trade } from './trades.js';

/** From the finest. */
const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'];

/** The candles of one market of a backtest, with its entries and exits. Older candles come as the reader goes there. */
export function TradeChart({ backtest, trades }: { readonly backtest: Detail; readonly trades: readonly Trade[] }) {
  const [symbol, setSymbol] = useState(backtest.symbols[0] ?? '');
  const [timeframe, setTimeframe] = useState(() => timeframeOf(backtest, symbol));
  const canonical = backtest.markets[backtest.symbols.indexOf(symbol)]?.symbol ?? symbol;
  const { candles, problem, older } = useCandles(backtest, canonical, timeframe);
  const marks = useMemo(() => marksOf(trades.filter((trade) => trade.symbol === symbol)), [trades, symbol]);
  const series = useMemo(
    (): readonly Series[] => [{ kind: 'candles', name: `${symbol}, ${timeframe}`, points: candles, marks, pane: 0 }],
    [candles, marks, symbol, timeframe],
  );
  return (
    <>
      <div class="form-row">
        <SelectField
          label="Market"
          value={symbol}
          onChange={setSymbol}
          options={backtest.symbols.map((each) => ({ value: each, label: each }))}
        />
        <SelectField
          label="Candles"
          value={timeframe}
          onChange={setTimeframe}
          options={TIMEFRAMES.map((each) => ({ value: each, label: each }))}
        />
      </div>
      <ProblemMessage problem={problem} />
      <Chart
        label="Entries and exits"
        summary={`${marks.length / 2} trades of ${symbol} on ${candles.length} candles; the table of trades has each.`}
        series={series}
        onOlder={older}
      />
      <p class="fine">
        Arrows are entries, circles exits: green with a profit, red with a loss. Where they are too many to tell apart,
        they appear as you come closer (+).
      </p>
    </>
  );
}

/** The finest timeframe that was read: a strategy's own is finer than those that it adds, and trades stand at its candles. */
function timeframeOf({ result }: Detail, symbol: string): string {
  const read = new Set(
    result?.data?.tables.filter((table) => table.symbol === symbol).map(({ timeframe }) => timeframe),
  );
  return TIMEFRAMES.find((timeframe) => read.has(timeframe)) ?? '1h';
}

interface Candles {
  readonly candles: readonly CandlePoint[];
  readonly problem: Problem | undefined;
  /** Reads the page before, if there is one. */
  readonly older: () => void;
}

function useCandles({ venue, range, result }: Detail, symbol: string, timeframe: string): Candles {
  const [candles, setCandles] = useState<readonly CandlePoint[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const cursor = useRef<string | null>(null);
  const isReading = useRef(false);
  const from = result?.data?.from ?? range.from;
  const to = range.to;
  const read = async (before: string | null, isWanted: () => boolean) => {
    isReading.current = true;
    const { data, problem: found } = await ask(CandlesDocument, { venue, symbol, timeframe, from, to, before });
    if (!isWanted()) return;
    isReading.current = false;
    setProblem(found);
    if (data?.candles === null || data === undefined) return;
    const page = pageOf(data.candles);
    cursor.current = data.candles.nextCursor;
    setCandles((old) => (before === null ? page : [...page, ...old]));
  };
  const wanted = useRef(0);
  useEffect(() => {
    wanted.current += 1;
    const round = wanted.current;
    cursor.current = null;
    setCandles([]);
    void read(null, () => wanted.current === round);
    return () => {
      wanted.current += 1;
    };
    // What is read is what these name.
  }, [venue, symbol, timeframe, from, to]);
  const older = () => {
    const round = wanted.current;
    if (cursor.current !== null && !isReading.current) void read(cursor.current, () => wanted.current === round);
  };
  return { candles, problem, older };
}

interface Columns {
  readonly t: readonly string[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}

/** A page of columns, newest first, as candles in the order of time. */
function pageOf({ t, open, high, low, close }: Columns): CandlePoint[] {
  return t
    .map((at, row) => ({
      atMs: Date.parse(at),
      open: open[row] ?? Number.NaN,
      high: high[row] ?? Number.NaN,
      low: low[row] ?? Number.NaN,
      close: close[row] ?? Number.NaN,
    }))
    .reverse();
}
