import type { Market } from '../market.js';
import { RESOLUTIONS, type Resolution } from '../resolutions.js';
import { bookFeed, candleFeed, type Feed, tradeFeed } from './feeds.js';
import { INVALID_CHANNEL, INVALID_MARKET } from './refusals.js';

/** A channel of one market as the venue names it in its messages: `order_book:0`. */
export interface Channel {
  readonly name: string;
  /** What the type of its messages ends with. */
  readonly kind: string;
  open(): Feed;
}

const FORM = /^(order_book|trade|candle)\/(\d{1,6})(?:\/(\w{1,4}))?$/;

/** Returns the channel that a message names (`order_book/0`, `trade/0`, `candle/0/1m`), or the venue's refusal. */
export function channelOf(text: string, markets: ReadonlyMap<number, Market>): Channel | { readonly refusal: object } {
  const [, kind = '', id = '', resolution] = FORM.exec(text) ?? [];
  const isOfCandles = kind === 'candle';
  if (kind === '' || isOfCandles !== (resolution !== undefined)) return { refusal: INVALID_CHANNEL };
  const market = markets.get(Number(id));
  if (market === undefined) return { refusal: INVALID_MARKET };
  const name = text.replaceAll('/', ':');
  if (kind === 'order_book') return { name, kind, open: () => bookFeed(market) };
  if (resolution === undefined) return { name, kind, open: () => tradeFeed(market) };
  return isResolution(resolution)
    ? { name, kind, open: () => candleFeed(market, resolution) }
    : { refusal: INVALID_CHANNEL };
}

function isResolution(text: string): text is Resolution {
  return RESOLUTIONS.some((each) => each === text);
}
