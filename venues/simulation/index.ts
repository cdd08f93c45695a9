export { type AllowanceOptions, Allowances } from './allowances.js';
export { type Columns, numbersOf, readColumns, timesOf, unusable } from './columns.js';
export { type FaultAnswers, meetFaults } from './fault-answers.js';
export {
  type Blow,
  type BridgeTrouble,
  candleInstants,
  createFaults,
  type Fault,
  type FaultKind,
  type Faults,
  faultRequest,
  NO_TROUBLE,
  type Trouble,
  type TroubleKind,
  type UnsaidKind,
  unsteady,
} from './faults.js';
export { Journal, type Row } from './journal.js';
export { LaggingState, nodesOf } from './lagging.js';
export { Draws, keyOfName, keyWith, normalOf, smoothNoise } from './noise.js';
export { withOddRows } from './odd-rows.js';
export { Path } from './path.js';
export { apportion, LEVEL_SECONDS, type Span, secondsOf } from './span.js';
export { storedInteger, written } from './stored.js';
export { Ticker } from './ticker.js';
export { type SandboxVenueOptions, type SandboxWorld, type StartSandboxVenue, sandboxWorlds } from './venue.js';
