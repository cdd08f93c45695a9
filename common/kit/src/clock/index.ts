export { type Clock, ManualClock, monotonicMs, systemClock } from './clock.js';
export { inTime } from './in-time.js';
export { createIdSource, type IdSource, type Random, systemRandom } from './random.js';
