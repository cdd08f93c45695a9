import type { Clock } from '@platform/clock';
import type { Logger } from '@platform/logging';
import { takerOrderFeeRate, venuesOffering } from '@platform/venues';
import type { IsolatedProgram, ProcessLimits, Runner } from '../runners/runner.js';
import type {
  BacktestJob,
  BacktestOutcome,
  Framework,
  FrameworkDescription,
  FrameworkStatus,
  RunOptions,
  StrategySource,
  ValidationOutcome,
} from './framework.js';
import { freqtradeVersion, isShippedSample } from './freqtrade-files.js';
import { toOutcome, toTrade, toWorkerJob } from './freqtrade-job.js';
import type { PythonEnvironment } from './python/environment.js';
import type { TradeFrame } from './python/frames.js';
import type { RunLimits } from './python/limits.js';
import { WarmPool } from './python/pool.js';
import { hideServerPaths, withoutServerPaths } from './python/server-paths.js';
import { checkStrategy, type StrategyCheck } from './python/validation.js';
import { visible } from './python/visible.js';
import { Worker } from './python/worker.js';
import { SuppliedTables } from './supplied-tables.js';
import { TradeTally } from './trade-tally.js';

/** What a backtest may use; each has a default in `index.ts`. */
export interface FreqtradeLimits {
  /** Processor time follows from the run's wall time: only code that runs on without us needs that limit. */
  readonly process: Omit<ProcessLimits, 'cpuSeconds'>;
  readonly run: RunLimits;
}

/** What `FreqtradeFramework` is made of once it is provisioned. */
export interface FreqtradeParts {
  readonly python: PythonEnvironment;
  readonly runner: Runner;
}

/** What the framework is given. */
export interface FreqtradeOptions {
  /** Installs what is missing; called until it succeeds, never twice at once. */
  readonly provision: () => Promise<FreqtradeParts>;
  readonly imageDigest: string;
  readonly limits: FreqtradeLimits;
  readonly maximumWorkers: number;
  readonly idleTimeoutMs: number;
  /** Whether users' strategies may run where nothing isolates them. */
  readonly allowUnisolatedStrategies: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface ReadyParts extends FreqtradeParts {
  readonly pool: WarmPool;
}

/** What importing the framework takes on the slowest machine, and then some. */
const SPARE_CPU_SECONDS = 120;

const NOT_ISOLATED =
  'strategies are not run on this machine: nothing isolates them (install bubblewrap, or accept the risk with ' +
  'ALLOW_UNISOLATED_STRATEGIES=true)';

/** freqtrade behind the platform's interface: backtests in isolated, single-use, pre-imported worker processes. */
export class FreqtradeFramework implements Framework {
  readonly #options: FreqtradeOptions;
  readonly #version = freqtradeVersion();
  #status: FrameworkStatus = 'provisioning';
  #starting: Promise<ReadyParts> | null = null;
  #lastCheck: { key: string; check: Promise<StrategyCheck> } | null = null;

  constructor(options: FreqtradeOptions) {
    this.#options = options;
  }

  describe(): FrameworkDescription {
    return {
      id: 'freqtrade',
      language: 'python',
      version: this.#version,
      imageDigest: this.#options.imageDigest,
      strategyShape:
        'One Python file with a class that derives from freqtrade.strategy.IStrategy; of several, strategy_class names one.',
      docs: 'https://www.freqtrade.io/en/stable/strategy-customization/',
      status: this.#status,
    };
  }

  async ensureReady(): Promise<void> {
    await this.#parts();
  }

  async validate(source: StrategySource): Promise<ValidationOutcome> {
    const parts = await this.#parts();
    if (!this.#mayRun(parts.runner, source)) {
      return { kind: 'strategy_invalid', findings: [{ line: null, text: NOT_ISOLATED }] };
    }
    const check = await this.#check(parts, source);
    if (check.strategyFindings.length > 0) return { kind: 'strategy_invalid', findings: check.strategyFindings };
    if (check.configFindings.length > 0) return { kind: 'config_invalid', findings: check.configFindings };
    // A valid strategy is about to be run.
    parts.pool.warm();
    return { kind: 'valid' };
  }

  async timeframes(source: StrategySource): Promise<readonly string[]> {
    return (await this.#check(await this.#parts(), source)).timeframes;
  }

  async run(job: BacktestJob, options: RunOptions): Promise<BacktestOutcome> {
    const { pool, runner, python } = await this.#parts();
    if (!this.#mayRun(runner, job.source)) {
      return { kind: 'error', code: 'platform_failed', message: NOT_ISOLATED, findings: [], claimed: false };
    }
    const hide = hideServerPaths(python.readOnlyPaths);
    const stampNs = risingStamps();
    const onLine = (line: string, atMs: number) =>
      options.onLog({ stampNs: stampNs(atMs), message: visible(hide(line)) });
    const tables = new SuppliedTables(job.candles, options.candlesOf);
    const onWanted = tables.answer.bind(tables);
    const tally = new TradeTally();
    const onTrades = async (frames: readonly TradeFrame[]) => {
      const trades = frames.map(toTrade);
      tally.add(trades);
      await options.onTrades(trades);
    };
    const connections = { signal: options.signal, onLine, onWanted, onTrades };
    const outcome = await pool.use((worker) => worker.run(toWorkerJob(job), connections));
    return withoutServerPaths(toOutcome(outcome, tables.files, tally), hide);
  }

  async close(): Promise<void> {
    await (await this.#starting?.catch(() => null))?.pool.close();
  }

  #mayRun(runner: Runner, source: StrategySource): boolean {
    return runner.isolates || this.#options.allowUnisolatedStrategies || isShippedSample(source.code);
  }

  #parts(): Promise<ReadyParts> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#status = 'failed';
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<ReadyParts> {
    this.#status = 'provisioning';
    const parts = await this.#options.provision();
    if (!parts.runner.isolates) this.#options.logger.warn('strategies run with limits but without isolation');
    const { maximumWorkers, idleTimeoutMs } = this.#options;
    const pool = new WarmPool(() => this.#startWorker(parts), { maximumWorkers, idleTimeoutMs });
    this.#status = 'ready';
    return { ...parts, pool };
  }

  #startWorker({ runner, python }: FreqtradeParts): Worker {
    const { limits, logger, clock } = this.#options;
    const cpuSeconds = Math.ceil(limits.run.wallTimeMs / 1_000) + SPARE_CPU_SECONDS;
    const process = { ...limits.process, cpuSeconds };
    const worker = runner.start(harnessProgram(python, 'freqtrade_harness.worker'), process);
    const onEarlyLine = (line: string) => logger.debug({ line }, 'a worker said before its job');
    return new Worker(worker, { process, run: limits.run }, onEarlyLine, clock.nowMs.bind(clock));
  }

  /** Validation and timeframes come from the same process; a request asks for both, one after the other. */
  #check({ runner, python }: FreqtradeParts, source: StrategySource): Promise<StrategyCheck> {
    const key = JSON.stringify(source);
    if (this.#lastCheck?.key === key) return this.#lastCheck.check;
    const check = checkStrategy(runner, harnessProgram(python, 'freqtrade_harness.validate'), {
      ...source,
      // A config is checked before its venue is looked at; there is one, whose fee this is.
      feeRate: Math.max(...venuesOffering('backtest').map(takerOrderFeeRate)),
    });
    this.#lastCheck = { key, check };
    return check;
  }
}

/** Stamps in nanoseconds that rise: lines of one millisecond, and those told later than they came, keep their order. */
function risingStamps(): (atMs: number) => bigint {
  let lastNs = 0n;
  return (atMs) => {
    const atNs = BigInt(atMs) * 1_000_000n;
    lastNs = atNs > lastNs ? atNs : lastNs + 1n;
    return lastNs;
  };
}

/** One thread for each numerical library: what is parallel here is the backtests. */
const ENVIRONMENT = {
  USER: 'strategy',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
  NUMEXPR_NUM_THREADS: '1',
  MALLOC_ARENA_MAX: '2',
};

function harnessProgram(python: PythonEnvironment, module: string): IsolatedProgram {
  return {
    command: [python.python, '-P', '-s', '-m', module],
    readOnlyPaths: python.readOnlyPaths,
    environment: { ...ENVIRONMENT, PYTHONPATH: python.harness },
  };
}
