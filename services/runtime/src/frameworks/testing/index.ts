/** freqtrade's own command line, to hold the platform's backtests against; for tests and benchmarks alone. */
export { BareCommand } from './bare-command.js';
export type { BareResult } from './bare-result.js';
