import {
  type BacktestChecks,
  type CheckName,
  type LookaheadCheck,
  type RecursiveCheck,
  toLookaheadCheck,
  toRecursiveCheck,
} from '../checks.js';
import type { CheckFrame } from './worker/frames.js';
import type { LogListener } from './worker/log-lines.js';
import type { Hide } from './worker/server-paths.js';
import type { WorkerConnections, WorkerOutcome } from './worker/worker.js';

/** What is kept of a check's log, beside the log of its run. */
const LINES_MAX = 1_000;
const BYTES_MAX = 128 * 1024;

/** Runs one check in a worker, connected as its backtest was but for what is given. */
export type RunCheck = (name: CheckName, connections: Partial<WorkerConnections>) => Promise<WorkerOutcome>;

/**
 * Makes the checks of a finished run one after the other, each in a worker of its own with a run's limits. Whatever goes
 * wrong with one is its outcome; undefined where the run was cancelled meanwhile.
 */
export async function makeChecks(
  names: readonly CheckName[],
  run: RunCheck,
  onLine: LogListener['onLine'],
  hide: Hide,
): Promise<BacktestChecks | undefined> {
  const made: [CheckName, LookaheadCheck | RecursiveCheck][] = [];
  for (const name of names) {
    // Trades and progress are words that only a run has; what is dropped of a check's log its last line says.
    const own = { onLine: firstLines(onLine), onDropped: () => {}, onTrades: async () => {}, onProgress: () => {} };
    const outcome = await run(name, own);
    if (outcome.kind === 'error' && outcome.code === 'cancelled') return undefined;
    made.push([name, toCheck(name, outcome, hide)]);
  }
  return Object.fromEntries(made);
}

function toCheck(name: CheckName, outcome: WorkerOutcome, hide: Hide): LookaheadCheck | RecursiveCheck {
  if (outcome.kind === 'error') {
    const place = outcome.line === null ? '' : ` (line ${outcome.line})`;
    return { status: 'error', message: `${hide(outcome.message)}${place}` };
  }
  if (outcome.kind === 'finished' || outcome.check.kind !== name)
    return { status: 'error', message: 'the check answered with something else' };
  return fromFrame(outcome.check);
}

function fromFrame(frame: CheckFrame): LookaheadCheck | RecursiveCheck {
  if (frame.kind === 'recursive')
    return toRecursiveCheck({
      startupCandles: frame.startup_candles,
      indicators: frame.indicators.map(({ indicator, differences }) => ({
        indicator,
        differences: differences.map(({ startup_candles: startupCandles, ratio }) => ({
          startupCandles,
          differencePct: ratio === null ? null : ratio * 100,
        })),
      })),
      lookaheadIndicators: frame.lookahead_indicators,
    });
  const findings = {
    totalSignals: frame.total_signals,
    biasedEntrySignals: frame.biased_entry_signals,
    biasedExitSignals: frame.biased_exit_signals,
    biasedIndicators: frame.biased_indicators,
  };
  return toLookaheadCheck(findings, frame.reason);
}

function firstLines(onLine: LogListener['onLine']): LogListener['onLine'] {
  let lines = 0;
  let bytes = 0;
  return (line, atMs, source) => {
    if (lines > LINES_MAX) return;
    bytes += Buffer.byteLength(line);
    lines = bytes > BYTES_MAX ? LINES_MAX + 1 : lines + 1;
    if (lines > LINES_MAX) onLine('what else the check printed is not kept', atMs, 'platform');
    else onLine(line, atMs, source);
  };
}
