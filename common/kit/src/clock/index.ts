export { type Clock, ManualClock, monotonicMs, systemClock } from './clock.js';
export { createIdSource, type IdSource, type Random, systemRandom } from './random.js';
export { withTimeout } from './with-timeout.js';
