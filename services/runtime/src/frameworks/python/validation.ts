import type { IsolatedProgram, ProcessEnd, ProcessLimits, Runner } from '../../runners/runner.js';
import type { CandleTable, RequestProblem, StrategyFinding, StrategySource } from '../framework.js';
import { type Frame, type FrameLimits, readFrames } from './frames.js';
import type { Protocol } from './protocols.js';

/** What can be said of a strategy without running it. */
export interface StrategyCheck {
  readonly strategyFindings: readonly StrategyFinding[];
  readonly configFindings: readonly StrategyFinding[];
  readonly requestProblems: readonly RequestProblem[];
  readonly tables: readonly CandleTable[];
}

/** Parsing is cheap; a file that needs more than this is made to exhaust the parser. */
const LIMITS: ProcessLimits = {
  memoryBytes: 1024 * 1024 * 1024,
  folderBytes: 1024 * 1024,
  processes: 8,
  cpuSeconds: 5,
};
const WALL_TIME_MS = 8_000;
const OUTPUT: FrameLimits = { outputBytes: 1024 * 1024, frameBytes: 1024 * 1024 };

/** A strategy and the fee a side that its backtests are charged, as a fraction. */
export interface CheckedSource extends StrategySource {
  readonly feeRate: number;
}

/**
 * Has a strategy checked by a process of its own, which executes nothing of it. A file on which that process dies is
 * refused; rejects where the process fails without such a reason.
 */
export async function checkStrategy(
  runner: Runner,
  program: IsolatedProgram,
  protocol: Protocol,
  source: CheckedSource,
): Promise<StrategyCheck> {
  const process = runner.start(program, LIMITS);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    process.kill();
  }, WALL_TIME_MS);
  try {
    process.log.resume();
    process.input.end(`${JSON.stringify(protocol.checkHeader(toHeader(source)))}\n`);
    const frame = await firstFrame(readFrames(process.output, OUTPUT, (answer) => protocol.checked(answer, source)));
    if (frame?.kind !== 'validated') return unreadable(late ? 'late' : await process.ended);
    return {
      strategyFindings: frame.strategy_findings,
      configFindings: frame.config_findings,
      requestProblems: frame.request_problems,
      tables: frame.tables,
    };
  } finally {
    clearTimeout(timer);
    process.kill();
    await process.ended;
  }
}

function toHeader({ code, configJson, symbols, strategyClass, feeRate }: CheckedSource) {
  return { code, config_json: configJson, symbols, strategy_class: strategyClass ?? null, fee_rate: feeRate };
}

/** What the parser could not hold ends its process: its stack, its memory or its time. */
function unreadable(end: ProcessEnd | 'late'): StrategyCheck {
  const late = end === 'late' || (end.kind === 'limit_exceeded' && end.limit === 'time_limit_exceeded');
  if (!late && end.kind !== 'signalled' && end.kind !== 'limit_exceeded')
    throw new Error(`a strategy could not be checked: ${JSON.stringify(end)}`);
  const text = late ? 'the file takes too long to be read' : 'the code nests too deeply, or is too large, to be read';
  return { strategyFindings: [{ line: null, text }], configFindings: [], requestProblems: [], tables: [] };
}

async function firstFrame(frames: AsyncGenerator<Frame>): Promise<Frame | null> {
  for await (const frame of frames) return frame;
  return null;
}
