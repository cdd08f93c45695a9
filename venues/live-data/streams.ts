import type { WantedStream } from './venue.js';

/** One name per stream. */
export function keyOfStream(stream: WantedStream): string {
  if (stream.kind === 'account') return `account/${stream.account}`;
  return stream.kind === 'candles' ? `candles/${stream.coin}/${stream.timeframe}` : `${stream.kind}/${stream.coin}`;
}
