export { WeightBudget } from '../http/index.js';
export { type Timeframe, tableKinds, timeframes } from '../market-data/index.js';
export { type ConnectionListener, type ConnectionStatus, VenueConnection } from './connection.js';
export { keyOfStream } from './streams.js';
export type {
  AccountDialect,
  AccountEvent,
  AccountStream,
  Book,
  Candle,
  Conversation,
  Level,
  LiveDataVenue,
  PublicTrade,
  Stream,
  StreamEvent,
  StreamLimits,
  WantedStream,
} from './venue.js';
