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
  type MouseEventParams,
  type SeriesMarker,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { decimalsOf, type Readout, readoutOf } from './readout.js';
import type { Mark, Series } from './series.js';
import { type Bars, barsOf, growthOf, isNearEnd, movedBy, partOf, windowAround } from './window.js';

/** What is seen while a chart has no size yet, in bars. */
const SEEN_BARS = 1_000;
/** So narrow that half a year of hours is seen at once; more bars at once would be drawn on top of each other, slowly. */
const BAR_PX_MIN = 0.2;
/** With more marks than these, words would hide the candles. */
const MARKS_WITH_WORDS_MAX = 12;
/** With more marks than these around what is seen, nobody could tell one from the other. */
const MARKS_MAX = 1_000;
const MS_PER_SECOND = 1_000;

/** What of a drawn series is kept, to change it. */
interface Drawn {
  /** Of what kind it is, and how it is drawn. */
  readonly look: string;
  readonly api: ISeriesApi<SeriesType>;
  readonly marks: ISeriesMarkersPluginApi<Time> | undefined;
}

/** A chart of TradingView's library in an element of a page. Without its logo, which would bring a style of its own: the notice is on the account page. */
export class ChartView {
  private readonly chart: IChartApi;
  private drawn: Drawn[] = [];
  private series: readonly Series[] = [];
  /** The parts of the series that the library holds. */
  private parts: readonly Series[] = [];
  private held: Bars = { from: 0, to: 0 };
  private isFilling = false;
  /** While something is pressed on it the library counts from the last bar it holds, which must then stay. */
  private isPressed = false;
  /** By how many bars the reader is taken along with the right end, as soon as they are drawn. */
  private followed = 0;
  private due: number | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly onOlder: () => void,
    private readonly onReadout: (readout: Readout | undefined) => void,
  ) {
    this.chart = createChart(box, {
      autoSize: true,
      layout: { attributionLogo: false, background: { color: 'transparent' } },
      timeScale: {
        timeVisible: true,
        secondsVisible: false,
        minBarSpacing: BAR_PX_MIN,
        enableConflation: true,
        // Labels at a fixed edge are moved into sight instead of cut.
        fixLeftEdge: true,
      },
      // The wheel and a finger that goes up or down move the page, as everywhere else on it.
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false },
      kineticScroll: { touch: false, mouse: false },
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(this.moved);
    this.chart.subscribeCrosshairMove(this.pointed);
    box.addEventListener('pointerdown', this.pressed);
    for (const end of RELEASES) window.addEventListener(end, this.released);
    this.recolour();
  }

  /** Draws these series in place of the last ones; the place that the reader looks at stays. */
  show(series: readonly Series[]): void {
    const [before, seen] = [barsOf(this.series), this.seen()];
    this.series = series;
    const isSame =
      series.length === this.drawn.length && series.every((each, at) => this.drawn[at]?.look === lookOf(each));
    if (!isSame) this.replaceAll(series);
    const grown = isSame ? growthOf(before, barsOf(series)) : undefined;
    if (grown === undefined) {
      this.showAll();
      return;
    }
    this.held = { from: this.held.from + grown.before, to: this.held.to + grown.before };
    if (seen.to >= before.length - 1) this.followed += grown.after;
    this.refillSoon();
  }

  /** Takes the colours of the page as they are now. */
  recolour(): void {
    const colour = coloursOf(this.box);
    this.chart.applyOptions({
      layout: { textColor: colour('soft'), panes: { separatorColor: colour('line') } },
      grid: { vertLines: { color: colour('line') }, horzLines: { color: colour('line') } },
      timeScale: { borderColor: colour('line') },
      // A label that its pane's edge would cut is left out.
      rightPriceScale: { borderColor: colour('line'), entireTextOnly: true },
    });
    for (const [at, { api }] of this.drawn.entries()) {
      const series = this.series[at];
      if (series !== undefined) api.applyOptions(optionsOf(series, colour));
    }
    this.mark(colour);
  }

  /** Moves by a share of what is seen, to the right where it is positive. */
  move(share: number): void {
    this.look((range) => movedBy(range, share * (range.to - range.from)));
  }

  /** Shows a part of what is seen, around its middle; more of it where the factor is over 1. */
  zoom(factor: number): void {
    this.look(({ from, to }) => {
      const middle = (from + to) / 2;
      const half = ((to - from) / 2) * factor;
      return { from: middle - half, to: middle + half };
    });
  }

  /** Shows everything, or the newest bars if there are more than its width has room for. */
  showAll(): void {
    const bars = barsOf(this.series).length;
    const room = Math.max(SEEN_BARS, Math.ceil(this.box.clientWidth / BAR_PX_MIN));
    this.fill({ from: Math.max(0, bars - room), to: bars });
    this.chart.timeScale().fitContent();
  }

  /** Removes the chart from the page. */
  close(): void {
    window.clearTimeout(this.due);
    for (const end of RELEASES) window.removeEventListener(end, this.released);
    this.chart.remove();
  }

  private replaceAll(series: readonly Series[]): void {
    for (const { api } of this.drawn) this.chart.removeSeries(api);
    this.drawn = series.map((each) => {
      const api = this.chart.addSeries(DEFINITIONS[each.kind], {}, each.pane);
      const marks = each.kind === 'candles' ? createSeriesMarkers(api, []) : undefined;
      return { look: lookOf(each), api, marks };
    });
    this.recolour();
  }

  /** In a task of its own: together with what led to it, it would keep the page from drawing for too long. */
  private refillSoon(): void {
    this.due ??= window.setTimeout(() => {
      this.due = undefined;
      if (!this.isPressed) this.refill();
    });
  }

  /** Holds the bars around those that are seen. */
  private refill(): void {
    const { from, to } = movedBy(this.seen(), this.followed);
    this.followed = 0;
    this.fill(windowAround({ from, to }, barsOf(this.series).length));
    this.chart.timeScale().setVisibleLogicalRange(movedBy({ from, to }, -this.held.from));
  }

  private fill(held: Bars): void {
    const bars = barsOf(this.series);
    const fromMs = held.from === 0 ? Number.NEGATIVE_INFINITY : (bars[held.from]?.atMs ?? 0);
    const toMs = bars[held.to]?.atMs ?? Number.POSITIVE_INFINITY;
    this.held = held;
    this.isFilling = true;
    this.parts = this.series.map((each) => partOf(each, fromMs, toMs));
    for (const [at, part] of this.parts.entries()) this.drawn[at]?.api.setData(dataOf(part));
    this.mark(coloursOf(this.box));
    this.isFilling = false;
  }

  private mark(colour: Colour): void {
    for (const [at, { marks }] of this.drawn.entries()) {
      const part = this.parts[at];
      if (part?.kind === 'candles') marks?.setMarkers(markersOf(part.marks, colour));
    }
  }

  /** The bars that are seen, counted from the first of all. */
  private seen(): Bars {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    return movedBy(range ?? { from: 0, to: SEEN_BARS }, this.held.from);
  }

  private look(next: (range: LogicalRange) => Bars): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (range !== null) this.chart.timeScale().setVisibleLogicalRange(next(range));
  }

  private readonly moved = () => {
    if (this.isFilling) return;
    const [seen, bars] = [this.seen(), barsOf(this.series).length];
    // A screen before the left end, so that they are there when the reader comes to it.
    if (seen.from < seen.to - seen.from) this.onOlder();
    if (isNearEnd(seen, this.held, bars)) this.refillSoon();
  };

  /** The library's times are the numbers that it was given. */
  private readonly pointed = ({ time }: MouseEventParams<Time>) => {
    this.onReadout(typeof time === 'number' ? readoutOf(this.series, time * MS_PER_SECOND) : undefined);
  };

  private readonly pressed = () => {
    this.isPressed = true;
  };

  private readonly released = () => {
    if (this.isPressed) this.refillSoon();
    this.isPressed = false;
  };
}

function lookOf(series: Series): string {
  const { kind, pane } = series;
  return [kind, pane, ...(kind === 'candles' ? [] : [series.tone, series.unit])].join(' ');
}

/** Values without anything else: the rows of a table of candles have more. */
function dataOf(series: Series): { readonly time: UTCTimestamp }[] {
  if (series.kind !== 'candles') return series.points.map(({ atMs, value }) => ({ time: timeOf(atMs), value }));
  return series.points.map(({ atMs, open, high, low, close }) => ({ time: timeOf(atMs), open, high, low, close }));
}

/** How a press ends, wherever it does. */
const RELEASES = ['pointerup', 'pointercancel'] as const;

const DEFINITIONS = {
  line: LineSeries,
  area: AreaSeries,
  bars: HistogramSeries,
  candles: CandlestickSeries,
} as const;

type Colour = (name: 'soft' | 'line' | 'accent' | 'bad' | 'good' | 'busy' | 'warn' | 'ink') => string;

function coloursOf(element: Element): Colour {
  const style = getComputedStyle(element);
  const read = new Map<string, string>();
  return (name) => {
    const colour = read.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    read.set(name, colour);
    return colour;
  };
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
      priceFormat: stepFormat(decimalsOf(series)),
    };
  }
  const main = colour(series.tone);
  const common = { lastValueVisible: true, priceLineVisible: false, priceFormat: formatOf(series.unit) };
  if (series.kind === 'bars') return { ...common, color: main };
  if (series.kind === 'line') return { ...common, color: main, lineWidth: 2 };
  return { ...common, lineColor: main, lineWidth: 2, topColor: `${main}55`, bottomColor: `${main}08` };
}

function stepFormat(decimals: number): object {
  return { type: 'price', precision: decimals, minMove: 10 ** -decimals };
}

/** The library's own format of percent rounds to halves. */
function formatOf(unit: 'percent' | 'number' | undefined): object {
  if (unit !== 'percent') return stepFormat(2);
  return { type: 'custom', minMove: 0.01, formatter: (value: number) => `${value.toFixed(2)} %` };
}

function markersOf(marks: readonly Mark[], colour: Colour): SeriesMarker<Time>[] {
  if (marks.length > MARKS_MAX) return [];
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
