import { z } from 'zod';
import { type Conversation, type Stream, type StreamEvent, timeframes } from '../../live-data/index.js';
import { streamMessage } from '../codec/index.js';

const timeframe = z.enum(timeframes);

/** The venue's WebSocket, which tells each book and each candle whole, so that there is nothing to keep. */
export const conversation: Conversation = {
  subscribe: (stream) => JSON.stringify({ method: 'subscribe', subscription: subscriptionOf(stream) }),
  unsubscribe: (stream) => JSON.stringify({ method: 'unsubscribe', subscription: subscriptionOf(stream) }),
  ping: JSON.stringify({ method: 'ping' }),
  receive: (text) => eventsOf(streamMessage.parse(JSON.parse(text))),
};

function subscriptionOf(stream: Stream): object {
  const { coin } = stream;
  if (stream.kind === 'candles') return { type: 'candle', coin, interval: stream.timeframe };
  return { type: stream.kind === 'book' ? 'l2Book' : 'trades', coin };
}

type Subscription = Extract<
  z.output<typeof streamMessage>,
  { channel: 'subscriptionResponse' }
>['data']['subscription'];

function streamOf(subscription: Subscription): Stream {
  const { coin } = subscription;
  if (subscription.type !== 'candle') return { kind: subscription.type === 'l2Book' ? 'book' : 'trades', coin };
  return { kind: 'candles', coin, timeframe: timeframe.parse(subscription.interval) };
}

type Message = z.output<typeof streamMessage>;

function candlesSaid({ valid, malformed }: Extract<Message, { channel: 'candle' }>['data']): StreamEvent[] {
  const streamOfCandle = ({ coin, interval }: { readonly coin: string; readonly interval: string }) =>
    ({ kind: 'candles', coin, timeframe: timeframe.parse(interval) }) as const;
  return [
    ...valid.map((each): StreamEvent => ({ ...streamOfCandle(each), kind: 'candle', candle: each.candle })),
    ...malformed.map((odd): StreamEvent => {
      const { atMs, reason } = odd;
      return { kind: 'malformed', stream: streamOfCandle(odd), atMs, reason };
    }),
  ];
}

function tradesSaid({ valid, malformed }: Extract<Message, { channel: 'trades' }>['data']): StreamEvent[] {
  return [
    ...valid.map(({ coin, trade }): StreamEvent => ({ kind: 'trades', coin, trades: [trade] })),
    ...malformed.map(({ coin, reason }): StreamEvent => {
      return { kind: 'malformed', stream: { kind: 'trades', coin }, atMs: undefined, reason };
    }),
  ];
}

function bookSaid({ coin, book, malformed }: Extract<Message, { channel: 'l2Book' }>['data']): StreamEvent[] {
  const stream = { kind: 'book', coin } as const;
  return [
    { ...stream, book },
    ...malformed.map((reason): StreamEvent => ({ kind: 'malformed', stream, atMs: undefined, reason })),
  ];
}

function eventsOf(message: Message): StreamEvent[] {
  switch (message.channel) {
    case 'candle':
      return candlesSaid(message.data);
    case 'l2Book':
      return bookSaid(message.data);
    case 'trades':
      return tradesSaid(message.data);
    case 'error':
      return [{ kind: 'refused', reason: message.data }];
    case 'subscriptionResponse':
      return message.data.method === 'subscribe'
        ? [{ kind: 'begun', stream: streamOf(message.data.subscription) }]
        : [];
    case 'pong':
      return [];
  }
}
