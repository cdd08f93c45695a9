import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type LogicalRange,
  type SeriesMarker,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Mark, Series } from './series.js';

/** Bars from the left end at which older ones are asked for. */
const OLDER_FROM_BARS = 20;
/** So narrow that half a year of hours is seen at once; more bars at once would be drawn on top of each other, slowly. */
const BAR_PX_MIN = 0.2;
/** With more marks than these, words would hide the candles. */
const MARKS_WITH_WORDS_MAX = 12;
const MS_PER_SECOND = 1_000;

/** What of a drawn series is kept, to change it. */
interface Drawn {
  readonly kind: Series['kind'];
  readonly pane: number;
  readonly api: ISeriesApi<SeriesType>;
  readonly marks: ISeriesMarkersPluginApi<Time> | undefined;
}

/** A chart of TradingView's library in an element of a page. Without its logo, which would bring a style of its own: the notice is on the account page. */
export class ChartView {
  private readonly chart: IChartApi;
  private drawn: Drawn[] = [];
  private series: readonly Series[] = [];
  private firstAtMs: number | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly onOlder: () => void,
  ) {
    this.chart = createChart(box, {
      autoSize: true,
      layout: { attributionLogo: false, background: { color: 'transparent' } },
      timeScale: { timeVisible: true, secondsVisible: false, minBarSpacing: BAR_PX_MIN },
      // The wheel and a finger that goes up or down move the page, as everywhere else on it.
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false },
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(this.moved);
    this.recolour();
  }

  /** Draws these series in place of the last ones; the place that the reader looks at stays. */
  show(series: readonly Series[]): void {
    this.series = series;
    const isSame =
      series.length === this.drawn.length &&
      series.every(({ kind, pane }, at) => this.drawn[at]?.kind === kind && this.drawn[at]?.pane === pane);
    if (!isSame) this.redraw(series);
    for (const [at, each] of series.entries()) this.fill(each, this.drawn[at]);
    const firstAtMs = Math.min(...series.flatMap(({ points }) => points[0]?.atMs ?? []));
    if (!isSame || this.firstAtMs === undefined) this.chart.timeScale().fitContent();
    this.firstAtMs = Number.isFinite(firstAtMs) ? firstAtMs : undefined;
    this.recolour();
  }

  /** Takes the colours of the page as they are now. */
  recolour(): void {
    const colour = coloursOf(this.box);
    this.chart.applyOptions({
      layout: { textColor: colour('soft'), panes: { separatorColor: colour('line') } },
      grid: { vertLines: { color: colour('line') }, horzLines: { color: colour('line') } },
      timeScale: { borderColor: colour('line') },
      rightPriceScale: { borderColor: colour('line') },
    });
    for (const [at, { api, marks }] of this.drawn.entries()) {
      const series = this.series[at];
      if (series === undefined) continue;
      api.applyOptions(optionsOf(series, colour));
      if (series.kind === 'candles') marks?.setMarkers(markersOf(series.marks, colour));
    }
  }

  /** Moves by a share of what is seen, to the right where it is positive. */
  move(share: number): void {
    this.look(({ from, to }) => ({ from: from + share * (to - from), to: to + share * (to - from) }));
  }

  /** Shows a part of what is seen, around its middle; more of it where the factor is over 1. */
  zoom(factor: number): void {
    this.look(({ from, to }) => {
      const middle = (from + to) / 2;
      const half = ((to - from) / 2) * factor;
      return { from: middle - half, to: middle + half };
    });
  }

  /** Shows everything. */
  showAll(): void {
    this.chart.timeScale().fitContent();
  }

  /** Removes the chart from the page. */
  close(): void {
    this.chart.remove();
  }

  private redraw(series: readonly Series[]): void {
    for (const { api } of this.drawn) this.chart.removeSeries(api);
    this.drawn = series.map(({ kind, pane }) => {
      const api = this.chart.addSeries(DEFINITIONS[kind], {}, pane);
      return { kind, pane, api, marks: kind === 'candles' ? createSeriesMarkers(api, []) : undefined };
    });
  }

  private fill(series: Series, drawn: Drawn | undefined): void {
    if (series.kind === 'candles')
      drawn?.api.setData(series.points.map(({ atMs, ...candle }) => ({ time: timeOf(atMs), ...candle })));
    else drawn?.api.setData(series.points.map(({ atMs, value }) => ({ time: timeOf(atMs), value })));
  }

  private look(next: (range: LogicalRange) => { from: number; to: number }): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (range !== null) this.chart.timeScale().setVisibleLogicalRange(next(range));
  }

  private readonly moved = (range: LogicalRange | null) => {
    if (range !== null && range.from < OLDER_FROM_BARS) this.onOlder();
  };
}

const DEFINITIONS = {
  line: LineSeries,
  area: AreaSeries,
  bars: HistogramSeries,
  candles: CandlestickSeries,
} as const;

type Colour = (name: 'soft' | 'line' | 'accent' | 'bad' | 'good' | 'busy' | 'warn' | 'ink') => string;

function coloursOf(element: Element): Colour {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

function optionsOf(series: Series, colour: Colour): object {
  if (series.kind === 'candles') {
    const up = colour('good');
    const down = colour('bad');
    return {
      upColor: up,
      wickUpColor: up,
      borderUpColor: up,
      downColor: down,
      wickDownColor: down,
      borderDownColor: down,
    };
  }
  const main = colour(series.tone);
  const common = { lastValueVisible: true, priceLineVisible: false, priceFormat: formatOf(series.unit) };
  if (series.kind === 'bars') return { ...common, color: main };
  if (series.kind === 'line') return { ...common, color: main, lineWidth: 2 };
  return { ...common, lineColor: main, lineWidth: 2, topColor: `${main}55`, bottomColor: `${main}08` };
}

/** The library's own format of percent rounds to halves. */
function formatOf(unit: 'percent' | 'number' | undefined): object {
  if (unit !== 'percent') return { type: 'price', precision: 2, minMove: 0.01 };
  return { type: 'custom', minMove: 0.01, formatter: (value: number) => `${value.toFixed(2)} %` };
}

function markersOf(marks: readonly Mark[], colour: Colour): SeriesMarker<Time>[] {
  const hasWords = marks.length <= MARKS_WITH_WORDS_MAX;
  return marks.map((mark) => markerOf(hasWords ? mark : { ...mark, text: '' }, colour));
}

const SHAPES = { buy: 'arrowUp', sell: 'arrowDown', gain: 'circle', loss: 'circle' } as const;

function markerOf({ atMs, kind, text }: Mark, colour: Colour): SeriesMarker<Time> {
  const isEntry = kind === 'buy' || kind === 'sell';
  const isBelow = kind === 'buy' || kind === 'loss';
  return {
    time: timeOf(atMs),
    position: isBelow ? 'belowBar' : 'aboveBar',
    shape: SHAPES[kind],
    color: isEntry ? colour('accent') : colour(kind === 'gain' ? 'good' : 'bad'),
    text,
  };
}

/** The library's times are seconds, and the same for every reader: UTC. */
function timeOf(atMs: number): UTCTimestamp {
  return Math.floor(atMs / MS_PER_SECOND) as UTCTimestamp;
}
