import type { Clock } from '@platform/kit/clock';
import type { Timeframe } from '../market-data/index.js';

/** A candle: its open time in UTC milliseconds, then open, high, low, close and volume. */
export type Candle = readonly [openMs: number, open: number, high: number, low: number, close: number, volume: number];

/** A stream of one market's events. */
export type Stream =
  | { readonly kind: 'candles'; readonly coin: string; readonly timeframe: Timeframe }
  | { readonly kind: 'book' | 'trades'; readonly coin: string };

/** What happens to one account: its orders, its trades, its positions and its transactions. The venue tells it to the account alone. */
export interface AccountStream {
  readonly kind: 'account';
  /** The venue's own name of the account. */
  readonly account: string;
}

/** All that can be wanted of a connection. */
export type WantedStream = Stream | AccountStream;

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

/** What a message says of an account. It is a hint to look: what has become of an order, the venue's history says. */
export type AccountEvent =
  /** The stream has begun, or begun again with another token: what happens from now on is told, and nothing of what happened before. */
  | { readonly kind: 'account_begun'; readonly stream: AccountStream }
  /** Something has happened. `malformed`: why rows of the message were left out, which have happened as well. */
  | { readonly kind: 'account_changed'; readonly stream: AccountStream; readonly malformed: readonly string[] }
  /** Nothing is told until it begins again: there is no other token, or the venue did not begin it again. */
  | { readonly kind: 'account_ended'; readonly stream: AccountStream };

/** How accounts' own streams are asked for. */
export interface AccountDialect {
  /** How long after it was begun a stream is asked for again, with a new token, before the former one ends. */
  readonly renewAfterMs: number;
  /** Returns the messages that ask for all of a stream's channels, by a token of the account. */
  subscribe(stream: AccountStream, token: string): readonly string[];
  unsubscribe(stream: AccountStream): readonly string[];
}

/** The messages of one connection to a venue. It may keep what it was told; a new connection has a new one. */
export interface Conversation {
  subscribe(stream: Stream): string;
  unsubscribe(stream: Stream): string;
  /** Keeps a quiet connection open, and is answered. */
  readonly ping: string;
  /** Returns what a message says: nothing where it only confirms. Throws where it isn't what the venue documents. */
  receive(message: string): readonly (StreamEvent | AccountEvent)[];
  /** Absent where the venue tells of markets alone. */
  readonly accounts?: AccountDialect;
}

/** What a venue allows one address over its WebSocket. */
export interface StreamLimits {
  /** Subscriptions of one connection to what happens in markets. */
  readonly subscriptions: number;
  /** Whether the address has no more than these over all of its connections. */
  readonly sharesSubscriptions?: boolean;
  /** Accounts that are followed at once; absent: none. */
  readonly accounts?: number;
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
