export type { Candle } from './indicators/candle.js';
export { readIndicators } from './reading.js';
