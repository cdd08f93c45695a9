import type { IsolatedProgram, ProcessLimits, Runner } from '../../runners/runner.js';
import type { StrategyFinding, StrategySource } from '../framework.js';
import { type Frame, ProtocolViolation, readFrames } from './frames.js';

/** What can be said of a strategy without running it. */
export interface StrategyCheck {
  readonly strategyFindings: readonly StrategyFinding[];
  readonly configFindings: readonly StrategyFinding[];
  readonly timeframes: readonly string[];
}

/** Parsing is cheap; a file that needs more than this is made to exhaust the parser. */
const LIMITS: ProcessLimits = {
  memoryBytes: 1024 * 1024 * 1024,
  folderBytes: 1024 * 1024,
  processes: 8,
  cpuSeconds: 10,
};
const WALL_TIME_MS = 15_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

const UNREADABLE: StrategyCheck = {
  strategyFindings: [{ line: null, text: 'the file exhausts the parser' }],
  configFindings: [],
  timeframes: [],
};

/** Has a strategy checked by a process of its own, which executes nothing of it. */
export async function checkStrategy(
  runner: Runner,
  program: IsolatedProgram,
  source: StrategySource,
): Promise<StrategyCheck> {
  const process = runner.start(program, LIMITS);
  const timer = setTimeout(() => process.kill(), WALL_TIME_MS);
  try {
    process.log.resume();
    const { code, config, symbols } = source;
    process.input.end(`${JSON.stringify({ code, config, symbols })}\n`);
    const frame = await firstFrame(readFrames(process.output, OUTPUT_BYTES));
    if (frame?.kind !== 'validated') return UNREADABLE;
    return {
      strategyFindings: frame.strategy_findings,
      configFindings: frame.config_findings,
      timeframes: frame.timeframes,
    };
  } finally {
    clearTimeout(timer);
    process.kill();
    await process.ended;
  }
}

async function firstFrame(frames: AsyncGenerator<Frame>): Promise<Frame | null> {
  try {
    for await (const frame of frames) return frame;
    return null;
  } catch (error) {
    if (error instanceof ProtocolViolation) return null;
    throw error;
  }
}
