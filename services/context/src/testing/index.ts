export type { Candle } from '../intelligence/indicators/candle.js';
export { readIndicators } from '../intelligence/reading.js';
export { JudgedMarkets } from './judged-markets.js';
