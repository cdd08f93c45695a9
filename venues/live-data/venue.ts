import type { Clock } from '@platform/kit/clock';
import type { Timeframe } from '../market-data/index.js';

/** A candle: its open time in UTC milliseconds, then open, high, low, close and volume. */
export type Candle = readonly [openMs: number, open: number, high: number, low: number, close: number, volume: number];

/** A stream of one market's events. */
export type Stream =
  | { readonly kind: 'candles'; readonly coin: string; readonly timeframe: Timeframe }
  | { readonly kind: 'book' | 'trades'; readonly coin: string };

/** A price with what is offered there, in units of the base. */
export type Level = readonly [price: number, size: number];

/** The best levels of a market's order book. */
export interface Book {
  /** When the venue said it, or last said that it still holds; UTC milliseconds. */
  readonly atMs: number;
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** A trade that somebody made. */
export interface PublicTrade {
  /** The venue's own id. */
  readonly id: string;
  readonly atMs: number;
  readonly price: number;
  readonly size: number;
  /** The side that took liquidity. */
  readonly takerSide: 'buy' | 'sell';
}

/** What a message of a venue says. */
export type StreamEvent =
  /** The stream has begun: what happens from now on is told. */
  | { readonly kind: 'begun'; readonly stream: Stream }
  /** A candle as it is now; one that was told before may be told again, changed. */
  | { readonly kind: 'candle'; readonly coin: string; readonly timeframe: Timeframe; readonly candle: Candle }
  | { readonly kind: 'book'; readonly coin: string; readonly book: Book }
  | { readonly kind: 'trades'; readonly coin: string; readonly trades: readonly PublicTrade[] }
  /** A candle or a trade that is malformed was left out; `atMs` is the time of the candle, undefined where it is unknown. */
  | { readonly kind: 'malformed'; readonly stream: Stream; readonly atMs: number | undefined; readonly reason: string }
  /** The venue did not understand a message, or refused it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Something of a stream is missing: only a new connection brings it back. */
  | { readonly kind: 'gap'; readonly reason: string };

/** The messages of one connection to a venue. It may keep what it was told; a new connection has a new one. */
export interface Conversation {
  subscribe(stream: Stream): string;
  unsubscribe(stream: Stream): string;
  /** Keeps a quiet connection open, and is answered. */
  readonly ping: string;
  /** Returns what a message says: nothing where it only confirms. Throws where it isn't what the venue documents. */
  receive(message: string): readonly StreamEvent[];
}

/** What a venue allows one address over its WebSocket. */
export interface StreamLimits {
  /** Subscriptions of one connection. */
  readonly subscriptions: number;
  readonly messagesPerMinute: number;
  /** Readings of history, each of which may cost the venue's REST interface a request. */
  readonly historyPerMinute: number;
}

/** A venue that tells of its markets as they move. */
export interface LiveDataVenue {
  /** Address of its WebSocket. */
  readonly url: string;
  readonly limits: StreamLimits;
  /** Begins the conversation of a new connection. */
  converse(clock: Clock): Conversation;
}
