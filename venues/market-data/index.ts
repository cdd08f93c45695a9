export { divided, type Interval, subtract, united } from './intervals.js';
export { Omissions, withoutNamesakes } from './omissions.js';
export { PRIORITY, readable } from './reading.js';
export { sourced } from './sourced.js';
export {
  erased,
  leastCertain,
  painted,
  type RowSource,
  rangesOf,
  rowSources,
  type SourceRange,
  sourcesOf,
  stretchesOf,
} from './sources.js';
export {
  finalEndMs,
  type Row,
  type TableKind,
  type TableName,
  type Timeframe,
  tableKinds,
  timeframes,
} from './tables.js';
export { candleRows, fundingRows, type ReadRows, validRows } from './valid-rows.js';
export {
  type CollectedTable,
  type Instrument,
  type MalformedRow,
  type MarketDataVenue,
  marketKinds,
  marketStatuses,
  type OnMalformedRows,
  type Prediction,
  type SearchedListing,
  type SearchPage,
  type SourcedRows,
  type SymbolGrammar,
  type TakerFees,
  type Ticker,
  type TickerSource,
  type Urgency,
  VenueUnreadableError,
  type WholeListing,
} from './venue.js';
