import { PlatformError } from '@platform/errors';
import type { IsolatedProcess, IsolatedProgram, ProcessEnd, ProcessLimits, Runner } from '../../runners/runner.js';
import type { CheckPurpose, NeededTable, RequestProblem, StrategyFinding, StrategySource } from '../framework.js';
import { type Frame, type FrameLimits, readFrames } from './worker/frames.js';
import { KILLED } from './worker/worker.js';

/** What can be said of a strategy without running it. */
export interface StrategyCheck {
  readonly strategyFindings: readonly StrategyFinding[];
  readonly configFindings: readonly StrategyFinding[];
  readonly requestProblems: readonly RequestProblem[];
  readonly tables: readonly NeededTable[];
  /** The length of the candles by which the strategy decides; null where only running it would tell. */
  readonly candleSeconds: number | null;
}

/** Parsing is cheap; a file that needs more than this is made to exhaust the parser. */
const LIMITS: ProcessLimits = {
  memoryBytes: 1024 * 1024 * 1024,
  folderBytes: 1024 * 1024,
  processes: 8,
  cpuSeconds: 5,
};
const WALL_TIME_MS = 8_000;
/** A process that is killed from outside, or by the kernel short of memory, is started once more. */
const ATTEMPTS_MAX = 2;
/** What a process ends itself with where its stack or its memory is exhausted, as Node names it and as an exit status does. */
const OWN_SIGNALS: ReadonlySet<string> = new Set(['SIGSEGV', '11', 'SIGABRT', '6', 'SIGBUS', '7']);
const TOO_DEEP = 'the code nests too deeply, or is too large, to be read';
const TOO_SLOW = 'the file takes too long to be read';
const OUTPUT: FrameLimits = { outputBytes: 1024 * 1024, frameBytes: 1024 * 1024 };

/** A strategy, what it is checked for, and the fee per side that it is charged, as a fraction. */
export interface CheckedSource extends StrategySource {
  readonly purpose: CheckPurpose;
  readonly feeRate: number;
}

/**
 * Checks a strategy in a process of its own, which executes nothing of it. A file that exhausts that process is refused.
 * Throws `service_unavailable` where the process was killed from outside twice, or the machine had no time for it.
 */
export async function checkStrategy(
  runner: Runner,
  program: IsolatedProgram,
  source: CheckedSource,
): Promise<StrategyCheck> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await checkOnce(runner.start(program, LIMITS), source);
    if (!('end' in found)) return found;
    const text = faultOf(found);
    if (text !== undefined)
      return {
        strategyFindings: [{ line: null, text }],
        ...{ configFindings: [], requestProblems: [], tables: [], candleSeconds: null },
      };
    const { end } = found;
    if (end !== 'late' && end.kind === 'signalled' && attempt < ATTEMPTS_MAX) continue;
    const cause = new Error(`a strategy could not be checked: ${JSON.stringify(end)}`);
    if (end !== 'late' && end.kind !== 'signalled') throw cause;
    throw new PlatformError('service_unavailable', { message: 'The strategy could not be checked.', cause });
  }
}

/** A process that gave no answer; `late`: not within the wall time. */
interface Unanswered {
  readonly end: ProcessEnd | 'late';
  readonly elapsedMs: number;
}

async function checkOnce(process: IsolatedProcess, source: CheckedSource): Promise<StrategyCheck | Unanswered> {
  const startMs = performance.now();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    process.kill();
  }, WALL_TIME_MS);
  try {
    process.log.resume();
    process.input.end(`${JSON.stringify(toHeader(source))}\n`);
    const frame = await firstFrame(readFrames(process.output, OUTPUT));
    if (frame?.kind !== 'validated') {
      const end = await process.ended;
      return { end: late ? 'late' : end, elapsedMs: performance.now() - startMs };
    }
    return {
      strategyFindings: frame.strategy_findings,
      configFindings: frame.config_findings,
      requestProblems: frame.request_problems,
      tables: frame.tables,
      candleSeconds: frame.candle_seconds ?? null,
    };
  } finally {
    clearTimeout(timer);
    process.kill();
    await process.ended;
  }
}

function toHeader({ code, configJson, symbols, strategyClass, purpose, feeRate }: CheckedSource) {
  return {
    ...{ code, config_json: configJson, symbols, strategy_class: strategyClass ?? null, fee_rate: feeRate },
    // A harness from before there were bots knows backtests alone.
    ...(purpose !== 'backtest' && { purpose }),
  };
}

/** What is wrong with a file that the parser could not hold: its stack, its memory or its time. Undefined: that can't be told. */
function faultOf({ end, elapsedMs }: Unanswered): string | undefined {
  if (end === 'late') return undefined;
  if (end.kind === 'limit_exceeded') return end.limit === 'time_limit_exceeded' ? TOO_SLOW : TOO_DEEP;
  if (end.kind !== 'signalled') return undefined;
  if (OWN_SIGNALS.has(end.signal)) return TOO_DEEP;
  // The kernel kills what has used its processor time, and nothing can have used it sooner.
  return KILLED.has(end.signal) && elapsedMs >= LIMITS.cpuSeconds * 1_000 ? TOO_SLOW : undefined;
}

async function firstFrame(frames: AsyncGenerator<Frame>): Promise<Frame | null> {
  for await (const frame of frames) return frame;
  return null;
}
