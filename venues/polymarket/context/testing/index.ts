export { gammaMarket, TestPolymarket } from './test-polymarket.js';
