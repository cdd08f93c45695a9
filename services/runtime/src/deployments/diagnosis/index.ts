export { type DiagnosisParts, readDiagnosis } from './diagnosis.js';
export { contextMarketFacts, type MarketFactsOf } from './markets.js';
