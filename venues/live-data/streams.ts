import type { Stream } from './venue.js';

/** One name per stream. */
export function keyOfStream(stream: Stream): string {
  return stream.kind === 'candles' ? `candles/${stream.coin}/${stream.timeframe}` : `${stream.kind}/${stream.coin}`;
}
