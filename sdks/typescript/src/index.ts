export type { RetryOptions } from './calls.js';
export {
  type FailedCall,
  NoAnswerError,
  PlatformError,
  RefusedError,
  WaitedTooLongError,
  WorkFailedError,
} from './errors.js';
export type { ErrorCode } from './generated/facts.gen.js';
export type * from './generated/types.gen.js';
export { pages } from './pages.js';
export { type PlatformOptions, TradingPlatform } from './platform.js';
export type { FollowOptions, StreamEvent, Subscription } from './streams.js';
export type { Surroundings } from './surroundings.js';
export type { Waiting, WaitOptions } from './waiting.js';
