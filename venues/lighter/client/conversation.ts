import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import {
  type AccountEvent,
  type Conversation,
  type Stream,
  type StreamEvent,
  timeframes,
} from '../../live-data/index.js';
import { type StreamMessage, streamMessage } from '../codec/index.js';
import { AccountConversation } from './account-conversation.js';
import { OrderBook } from './order-book.js';

const timeframe = z.enum(timeframes);

const CHANNELS = { book: 'order_book', trades: 'trade', candles: 'candle' } as const;
/** Code of the answer to an `unsubscribe` of what was not subscribed: what is wanted is so already. */
const NOT_SUBSCRIBED = 30_002;

type BookSaid = Extract<StreamMessage, { order_book: unknown }>;
type TradesSaid = Extract<StreamMessage, { trades: unknown }>;
type CandlesSaid = Extract<StreamMessage, { candles: unknown }>;

/**
 * The venue's WebSocket. It tells an order book once and then what changes in it, numbered, so that the conversation keeps each book; and it
 * says nothing of a book that does not change, so that its `pong` is taken for word that the books still hold.
 */
export class LighterConversation implements Conversation {
  readonly ping = JSON.stringify({ type: 'ping' });
  readonly accounts = new AccountConversation();
  readonly #books = new Map<string, OrderBook>();

  constructor(private readonly clock: Clock) {}

  subscribe(stream: Stream): string {
    return JSON.stringify({ type: 'subscribe', channel: channelOf(stream) });
  }

  unsubscribe(stream: Stream): string {
    return JSON.stringify({ type: 'unsubscribe', channel: channelOf(stream) });
  }

  receive(text: string): readonly (StreamEvent | AccountEvent)[] {
    const message = streamMessage.parse(parseLosslessly(text));
    switch (message.type) {
      case 'subscribed/order_book':
      case 'update/order_book':
        return this.#bookSaid(message);
      case 'subscribed/trade':
      case 'update/trade':
        return tradesSaid(message);
      case 'subscribed/candle':
      case 'update/candle':
        return candlesSaid(message);
      case 'subscribed/account_all_orders':
      case 'update/account_all_orders':
      case 'subscribed/account_all':
      case 'update/account_all':
      case 'subscribed/account_tx':
      case 'update/account_tx':
        return this.accounts.receive(message);
      case 'unsubscribed':
        return this.#unsubscribed(message.channel);
      case 'pong':
        return this.#booksHold();
      case 'shutdown':
        return [{ kind: 'gap', reason: 'the venue is about to close the connection' }];
      case 'error':
        return refused(message.error);
      case 'connected':
      case 'ping':
        // Any message answers its ping, and ours come often enough.
        return [];
    }
  }

  #bookSaid({ type, channel: coin, timestamp, order_book: said }: BookSaid): StreamEvent[] {
    const { bids, asks, nonce, begin_nonce: beginNonce } = said;
    const message = { bids: bids.levels, asks: asks.levels, nonce, beginNonce };
    const stream = { kind: 'book', coin } as const;
    const malformed = leftOut(stream, [...bids.malformed, ...asks.malformed]);
    if (type === 'subscribed/order_book') {
      const whole = new OrderBook(message);
      this.#books.set(coin, whole);
      return [{ kind: 'begun', stream }, { kind: 'book', coin, book: whole.best(timestamp) }, ...malformed];
    }
    const kept = this.#books.get(coin);
    // Of a subscription that was given up: nobody follows it.
    if (kept === undefined) return [];
    if (!kept.change(message))
      return [{ kind: 'gap', reason: `changes of the order book of market ${coin} are missing` }];
    return [{ kind: 'book', coin, book: kept.best(timestamp) }, ...malformed];
  }

  #unsubscribed(channel: string): StreamEvent[] {
    const [kind, coin = ''] = channel.split(':');
    if (kind === CHANNELS.book) this.#books.delete(coin);
    return [];
  }

  #booksHold(): StreamEvent[] {
    const atMs = this.clock.nowMs();
    return [...this.#books].map(([coin, book]) => ({ kind: 'book', coin, book: book.best(atMs) }));
  }
}

function channelOf(stream: Stream): string {
  const channel = `${CHANNELS[stream.kind]}/${stream.coin}`;
  return stream.kind === 'candles' ? `${channel}/${stream.timeframe}` : channel;
}

function tradesSaid({ type, channel: coin, trades, liquidation_trades: liquidations }: TradesSaid): StreamEvent[] {
  // What comes first is history, which a new connection would tell again.
  if (type === 'subscribed/trade') return [{ kind: 'begun', stream: { kind: 'trades', coin } }];
  const stream = { kind: 'trades', coin } as const;
  return [
    { kind: 'trades', coin, trades: [...trades.valid, ...liquidations.valid] },
    ...leftOut(stream, [...trades.malformed, ...liquidations.malformed]),
  ];
}

/** Names what is malformed in a stream and has no time of its own. */
function leftOut(stream: Stream, malformed: readonly { readonly reason: string }[]): StreamEvent[] {
  return malformed.map(({ reason }) => ({ kind: 'malformed', stream, atMs: undefined, reason }));
}

function candlesSaid({ type, channel: { marketId: coin, resolution }, candles }: CandlesSaid): StreamEvent[] {
  const stream = { kind: 'candles', coin, timeframe: timeframe.parse(resolution) } as const;
  const told = [
    ...candles.rows.map((candle): StreamEvent => ({ ...stream, kind: 'candle', candle })),
    ...candles.malformed.map((odd): StreamEvent => ({ kind: 'malformed', stream, ...odd })),
  ];
  return type === 'subscribed/candle' ? [{ kind: 'begun', stream }, ...told] : told;
}

function refused({ code, message }: { readonly code: number; readonly message: string }): StreamEvent[] {
  return code === NOT_SUBSCRIBED ? [] : [{ kind: 'refused', reason: `${code} ${message}` }];
}
