import type { Market } from '../market.js';
import { RESOLUTIONS, type Resolution } from '../resolutions.js';
import { bookFeed, candleFeed, type Feed, tradeFeed } from './feeds.js';
import { INVALID_CHANNEL, INVALID_MARKET } from './refusals.js';
import { statisticsFeed, tickerFeed } from './statistics-feeds.js';

/** A channel of one market as the venue names it in its messages: `order_book:0`. */
export interface Channel {
  readonly name: string;
  /** What the type of its messages ends with. */
  readonly kind: string;
  open(): Feed;
}

const OF_ALL = 'market_stats/all';
const FORM = /^(order_book|trade|candle|ticker|market_stats)\/(\d{1,6})(?:\/(\w{1,4}))?$/;

/** Returns the channel that a message names (`order_book/0`, `candle/0/1m`, `market_stats/all`), or the venue's refusal. */
export function channelOf(text: string, markets: ReadonlyMap<number, Market>): Channel | { readonly refusal: object } {
  const name = text.replaceAll('/', ':');
  if (text === OF_ALL) return { name, kind: 'market_stats', open: () => statisticsFeed(perpetualsOf(markets), true) };
  const [, kind = '', id = '', resolution] = FORM.exec(text) ?? [];
  const isOfCandles = kind === 'candle';
  if (kind === '' || isOfCandles !== (resolution !== undefined)) return { refusal: INVALID_CHANNEL };
  const market = markets.get(Number(id));
  if (market === undefined) return { refusal: INVALID_MARKET };
  if (resolution === undefined) return withoutResolution(name, kind, market);
  return isResolution(resolution)
    ? { name, kind, open: () => candleFeed(market, resolution) }
    : { refusal: INVALID_CHANNEL };
}

function withoutResolution(name: string, kind: string, market: Market): Channel | { readonly refusal: object } {
  if (kind === 'order_book') return { name, kind, open: () => bookFeed(market) };
  if (kind === 'trade') return { name, kind, open: () => tradeFeed(market) };
  if (kind === 'ticker') return { name, kind, open: () => tickerFeed(market) };
  return isPerpetual(market)
    ? { name, kind, open: () => statisticsFeed([market], false) }
    : { refusal: INVALID_MARKET };
}

function perpetualsOf(markets: ReadonlyMap<number, Market>): Market[] {
  return [...markets.values()].filter(isPerpetual);
}

function isPerpetual({ listed }: Market): boolean {
  return listed.type === 'perp';
}

function isResolution(text: string): text is Resolution {
  return RESOLUTIONS.some((each) => each === text);
}
