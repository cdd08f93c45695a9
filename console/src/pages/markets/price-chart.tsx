import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { nowMs } from '../../app/clock.js';
import { ask, useQuery } from '../../graph/use-query.js';
import { Chart } from '../../parts/chart/chart.js';
import type { Series } from '../../parts/chart/series.js';
import { SelectField } from '../../parts/field.js';
import { price } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { useRepeated } from '../../streams/repeated.js';
import { type CandleRow, fundingByCandle, merged, rowsOf, TIMEFRAMES, type Timeframe } from './candle-rows.js';
import { CandlesDocument, type CandlesQuery, FundingDocument } from './generated/documents.js';

const PAGE_SIZE = 500;
/** Closed candles come once a minute at most. */
const AGAIN_MS = 60_000;
const FUNDING_MAX = 5_000;
const FUNDING_STEP = 500;
const HOUR_MS = 3_600_000;
const OPTIONS = (Object.keys(TIMEFRAMES) as Timeframe[]).map((timeframe) => ({ value: timeframe, label: timeframe }));

/** The market whose prices are drawn. */
interface Of {
  readonly venue: string;
  readonly symbol: string;
  /** Its smallest price step, a decimal string. */
  readonly priceStep: string;
  readonly hasFunding: boolean;
}

/** A market's prices, with what was traded and the funding below them. */
export function PriceChart(props: Of) {
  const [timeframe, setTimeframe] = useState<Timeframe>('1h');
  const choose = (value: string) => setTimeframe(OPTIONS.find((each) => each.value === value)?.value ?? '1h');
  return (
    <Section
      title="Prices"
      actions={<SelectField label="Candle" value={timeframe} options={OPTIONS} onChange={choose} />}
    >
      <Candles key={timeframe} {...props} timeframe={timeframe} />
    </Section>
  );
}

function Candles(props: Of & { readonly timeframe: Timeframe }) {
  const { venue, symbol, timeframe } = props;
  const answer = useQuery(CandlesDocument, { venue, symbol, timeframe, last: PAGE_SIZE, before: null });
  useRepeated(true, AGAIN_MS, answer.again);
  return (
    <Loaded answer={answer}>
      {({ candles }) =>
        candles === null || candles.t.length === 0 ? (
          <Empty>No candles of this length are stored yet.</Empty>
        ) : (
          <Drawn {...props} newest={candles} />
        )
      }
    </Loaded>
  );
}

function Drawn(props: Of & { readonly timeframe: Timeframe; readonly newest: NonNullable<CandlesQuery['candles']> }) {
  const { newest, timeframe, priceStep } = props;
  const { rows, onOlder } = useRows(props);
  const funding = useFunding(props, rows[0]?.atMs);
  const series = useMemo(
    () => seriesOf({ rows, priceStep }, funding, TIMEFRAMES[timeframe]),
    [rows, priceStep, funding, timeframe],
  );
  const sources = [...new Set(newest.rowsFrom.map(({ source }) => source))];
  return (
    <div class="prices">
      <Chart label={`${timeframe} candles`} summary={summaryOf(rows)} series={series} onOlder={onOlder} />
      <p class="fine">
        {rows.length} candles; scroll to the left for older ones. The history begins at{' '}
        <Time at={newest.availableFrom} /> UTC. From: {sources.join(', ')}.
      </p>
    </div>
  );
}

/** The rows that were read so far, and what reads older ones. */
function useRows({ newest, venue, symbol, timeframe }: Parameters<typeof Drawn>[0]) {
  const [read, setRead] = useState<readonly CandleRow[]>([]);
  const next = useRef<string | null>(newest.nextCursor);
  const isReading = useRef(false);
  const rows = useMemo(() => merged(read, rowsOf(newest)), [read, newest]);
  // What leaves the newest page is kept: older pages end where it began.
  useEffect(() => setRead((old) => merged(old, rowsOf(newest))), [newest]);
  const onOlder = async () => {
    if (isReading.current || next.current === null) return;
    isReading.current = true;
    const { data } = await ask(CandlesDocument, { venue, symbol, timeframe, last: PAGE_SIZE, before: next.current });
    isReading.current = false;
    const page = data?.candles;
    if (page == null) return;
    next.current = page.nextCursor;
    setRead((old) => merged(rowsOf(page), old));
  };
  return { rows, onOlder: () => void onOlder() };
}

/** The hourly funding since an instant, as far as it is read at once. */
function useFunding(props: Pick<Of, 'venue' | 'symbol' | 'hasFunding'>, fromMs = 0) {
  const hours = Math.ceil((nowMs() - fromMs) / HOUR_MS);
  const last = Math.min(Math.ceil(hours / FUNDING_STEP) * FUNDING_STEP, FUNDING_MAX);
  const { venue, symbol, hasFunding } = props;
  const { data } = useQuery(FundingDocument, hasFunding ? { venue, symbol, from: null, last } : undefined);
  return data?.funding ?? undefined;
}

function seriesOf(
  { rows, priceStep }: { readonly rows: readonly CandleRow[]; readonly priceStep: string },
  funding: Parameters<typeof fundingByCandle>[0] | undefined,
  candleMs: number,
): Series[] {
  const points = rows.map(priceOf);
  const series: Series[] = [{ kind: 'candles', name: 'Price', points, marks: [], pane: 0, priceStep }];
  const traded = rows.flatMap(({ atMs, volume }) => (volume === null ? [] : [{ atMs, value: volume }]));
  if (traded.length > 0)
    series.push({ kind: 'bars', name: 'Volume, in the base asset', points: traded, tone: 'soft', pane: 1 });
  const rates = funding === undefined ? [] : fundingByCandle(funding, rows, candleMs);
  const pane = series.length;
  if (rates.length > 0)
    series.push({ kind: 'line', name: 'Funding, percent a year', points: rates, tone: 'warn', unit: 'percent', pane });
  return series;
}

function priceOf({ volume: _volume, ...point }: CandleRow) {
  return point;
}

function summaryOf(rows: readonly CandleRow[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return 'No candles.';
  const highest = rows.reduce((most, { high }) => Math.max(most, high), first.high);
  const lowest = rows.reduce((least, { low }) => Math.min(least, low), first.low);
  return `From ${price(first.open)} to ${price(last.close)}, between ${price(lowest)} and ${price(highest)}.`;
}
