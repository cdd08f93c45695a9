export type { Candle } from '../intelligence/indicators/candle.js';
export { readIndicators } from '../intelligence/reading.js';
export { openCollecting } from './collecting.js';
export { GENERATED_FROM_MS, GENERATED_ROWS, GeneratedHistory } from './generated-history.js';
export { JudgedMarkets } from './judged-markets.js';
