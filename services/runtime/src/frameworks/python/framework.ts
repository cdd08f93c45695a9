import type { Clock } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import type { Logger } from '@platform/observability/logging';
import { tableKinds, timeframes } from '@platform/venues/live-data';
import { type FrameworkId, takerOrderFeeRate, type VenueId, venueRow, venuesOffering } from '@platform/venues/registry';
import type { IsolatedProgram, ProcessLimits, Runner } from '../../runners/runner.js';
import type { CheckName } from '../checks.js';
import type {
  BacktestJob,
  BacktestOutcome,
  BotProgram,
  CheckPurpose,
  Framework,
  FrameworkDescription,
  FrameworkStatus,
  FundingUse,
  LogSource,
  NeededTable,
  Pace,
  RunOptions,
  StrategySource,
  ValidationOutcome,
} from '../framework.js';
import { SuppliedTables } from '../supplied-tables.js';
import { TradeTally } from '../trade-tally.js';
import { makeChecks } from './checks.js';
import type { PythonEnvironment } from './environment.js';
import { imageDigest, type PythonImage } from './image.js';
import { StartProbe } from './probe.js';
import { checkStrategy, type StrategyCheck } from './validation.js';
import type { TradeFrame } from './worker/frames.js';
import { toOutcome, toTrade, toWorkerJob } from './worker/job.js';
import type { RunLimits } from './worker/limits.js';
import { WarmPool } from './worker/pool.js';
import { withoutServerPaths } from './worker/server-paths.js';
import { shownLine, shownText } from './worker/shown.js';
import { Worker, type WorkerConnections } from './worker/worker.js';

/** What one framework is: all that the platform knows of it apart from how any of them is run. */
export interface FrameworkDefinition {
  readonly id: FrameworkId;
  readonly strategyShape: string;
  readonly docs: string;
  /** Every version that comes with the platform; the first is the default. */
  readonly images: readonly [PythonImage, ...PythonImage[]];
  /** Whether its backtests may begin and end within a day. */
  readonly takesTimestamps: boolean;
  /** Whether its last candle closes as the range ends, so that what is closed then is of the day before; else one opens then. */
  readonly endsWithRange: boolean;
  /** Whether a run acts on its second candle at the earliest. */
  readonly skipsFirstCandle: boolean;
  /** Whether this is the sample strategy that the repository itself ships. */
  readonly isShippedSample: (code: string) => boolean;
}

/** What a backtest may use; each has a default in `index.ts`. */
export interface BacktestLimits {
  /** Processor time follows from the run's wall time: only code that runs on without us needs that limit. */
  readonly process: Omit<ProcessLimits, 'cpuSeconds'>;
  readonly run: RunLimits;
}

/** The parts of a framework once it is provisioned. */
export interface PythonParts {
  readonly python: PythonEnvironment;
  readonly runner: Runner;
  /** Where strategies are read and nothing of them is executed: an answer is waited for. */
  readonly checker: Runner;
  /** The isolation tool; null where there is none. */
  readonly bubblewrap: string | null;
}

/** The dependencies of a framework. */
export interface PythonFrameworkOptions {
  readonly definition: FrameworkDefinition;
  /** The version that is run. */
  readonly image: PythonImage;
  /** Whether it is the default; any other is installed when a request first names it. */
  readonly isDefault: boolean;
  /** Installs what is missing and reports its progress; called until it succeeds, never twice at once. The signal ends it. */
  readonly provision: (report: Report, signal: AbortSignal) => Promise<PythonParts>;
  readonly limits: BacktestLimits;
  readonly maximumWorkers: number;
  readonly idleTimeoutMs: number;
  /** Whether users' strategies may run where nothing isolates them. */
  readonly allowUnisolatedStrategies: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface ReadyParts extends PythonParts {
  readonly pool: WarmPool;
  readonly probe: Pick<StartProbe, 'check'>;
}

/** What importing the framework takes on the slowest machine, and then some. */
const SPARE_CPU_SECONDS = 120;

const NOT_ISOLATED =
  'strategies are not run on this machine: nothing isolates them (install bubblewrap, or accept the risk with ' +
  'ALLOW_UNISOLATED_STRATEGIES=true)';

const NO_BOTS = 'names a version from before there were deployments: leave it out, or name a newer one';

const CANCELLED: BacktestOutcome = {
  kind: 'error',
  code: 'cancelled',
  message: 'the run was cancelled',
  findings: [],
  claimed: false,
};

/** A framework in Python behind the platform's interface: backtests in isolated, single-use, pre-imported worker processes. */
export class PythonFramework implements Framework {
  readonly #options: PythonFrameworkOptions;
  readonly #imageDigest: string;
  #status: FrameworkStatus;
  /** Whether its latest installation failed: also while the next one is under way. */
  #hasFailed = false;
  #progress: string | undefined;
  #starting: Promise<ReadyParts> | null = null;
  #ready: ReadyParts | undefined;
  #lastCheck: { key: string; check: Promise<StrategyCheck> } | null = null;
  readonly #closing = new AbortController();

  constructor(options: PythonFrameworkOptions) {
    this.#options = options;
    this.#imageDigest = imageDigest(options.image);
    this.#status = options.isDefault ? 'provisioning' : 'on_demand';
  }

  describe(): FrameworkDescription {
    const { definition, image, isDefault } = this.#options;
    const { id, strategyShape, docs } = definition;
    const { version } = image;
    const [imageDigest, status, progress] = [this.#imageDigest, this.#status, this.#progress];
    const described = { id, language: 'python', version, imageDigest, strategyShape, docs, status, isDefault } as const;
    return progress === undefined ? described : { ...described, progress };
  }

  async ensureReady(): Promise<void> {
    await this.#parts();
  }

  async checkRunnable(): Promise<void> {
    const { definition } = this.#options;
    if (this.#hasFailed) throw new Error(`${definition.id} could not be installed`);
    await this.checkIsolated();
    await this.#ready?.probe.check();
  }

  async checkIsolated(): Promise<void> {
    const isIsolated = this.#ready === undefined || this.#ready.runner.isolates;
    if (!isIsolated && !this.#options.allowUnisolatedStrategies) throw new Error(NOT_ISOLATED);
  }

  async botProgram(): Promise<BotProgram> {
    const { definition, image } = this.#options;
    const { python, bubblewrap } = await this.#parts();
    if (image.modules.bot === undefined) throw new Error(`${definition.id} ${image.version} runs no bots`);
    const { command, readOnlyPaths, environment } = harnessProgram(python, image.modules.bot);
    return { program: { command, readOnlyPaths, environment }, isolation: { bubblewrap, python: python.python } };
  }

  async validate(source: StrategySource, purpose: CheckPurpose = 'backtest'): Promise<ValidationOutcome> {
    if (purpose !== 'backtest' && this.#options.image.modules.bot === undefined)
      return { kind: 'invalid_request', problems: [{ path: 'image_digest', message: NO_BOTS }] };
    const parts = await this.#parts();
    if (!this.#mayRun(parts.runner, source)) {
      return { kind: 'strategy_invalid', findings: [{ line: null, text: NOT_ISOLATED }] };
    }
    const check = await this.#check(parts, source, purpose);
    if (check.strategyFindings.length > 0) return { kind: 'strategy_invalid', findings: check.strategyFindings };
    if (check.configFindings.length > 0) return { kind: 'config_invalid', findings: check.configFindings };
    if (check.requestProblems.length > 0) return { kind: 'invalid_request', problems: check.requestProblems };
    // A valid strategy is about to be run; a bot has a process of its own.
    if (purpose === 'backtest') parts.pool.warm();
    return { kind: 'valid' };
  }

  async tables(source: StrategySource): Promise<readonly NeededTable[]> {
    return (await this.#check(await this.#parts(), source, 'backtest')).tables;
  }

  async pace(source: StrategySource): Promise<Pace> {
    const { candleSeconds, tables } = await this.#check(await this.#parts(), source, 'backtest');
    const { skipsFirstCandle } = this.#options.definition;
    return { candleMs: candleSeconds === null ? finestMs(tables) : candleSeconds * 1_000, skipsFirstCandle };
  }

  fundingUse(venue: VenueId): FundingUse {
    return venueRow(venue).frameworks[this.#options.definition.id]?.funding ?? 'none';
  }

  takesTimestamps(): boolean {
    return this.#options.definition.takesTimestamps;
  }

  pausesRuns(): boolean {
    return this.#ready?.runner.isolates ?? false;
  }

  makesCheck(name: CheckName): boolean {
    return this.#options.image.checks?.includes(name) ?? false;
  }

  async run(job: BacktestJob, options: RunOptions): Promise<BacktestOutcome> {
    const { pool, runner, python } = await this.#parts();
    if (!this.#mayRun(runner, job.source)) {
      return { kind: 'error', code: 'platform_failed', message: NOT_ISOLATED, findings: [], claimed: false };
    }
    const showText = shownText(python.readOnlyPaths);
    const showLine = shownLine(python.readOnlyPaths);
    const stampNs = risingStamps();
    const onLine = (line: string, atMs: number, source: LogSource) =>
      options.onLog({ stampNs: stampNs(atMs), message: showLine(line), source });
    const tables = new SuppliedTables(job.candles, options.candlesOf);
    const onWanted = tables.answer.bind(tables);
    const { fromMs, toMs } = job;
    const tally = new TradeTally({ fromMs, lastMs: this.#options.definition.endsWithRange ? toMs - 1 : toMs });
    const onTrades = async (frames: readonly TradeFrame[]) => {
      const trades = frames.map(toTrade);
      tally.add(trades);
      await options.onTrades(trades);
    };
    let droppedLines = 0;
    const onDropped = (lines: number) => {
      droppedLines = lines;
    };
    const { signal, onProgress, onProcessorTime, onMemory, pauses } = options;
    const told = { onLine, onDropped, onWanted, onTrades, onProgress, onProcessorTime, onMemory };
    const connections = { ...told, signal, pauses };
    const runWorker = (check?: CheckName, own: Partial<WorkerConnections> = {}) =>
      pool.use((worker) => worker.run(toWorkerJob(job, check), { ...connections, ...own }));
    // Funding that a run only reports does not count in its money.
    const applied = this.fundingUse(job.venue) === 'applied';
    const fed = { candles: tables.files, funding: applied ? job.funding : [] };
    const ended = withoutServerPaths(toOutcome(await runWorker(), fed, tally), showText);
    const outcome = warnedOfDropped(ended, droppedLines);
    if (outcome.kind === 'error' || job.checks === undefined || job.checks.length === 0) return outcome;
    // A run says how far it is at times, so not that it is through; its checks may take longer than it did.
    onProgress({ fraction: 1, simulatedMs: toMs });
    const checks = await makeChecks(job.checks, runWorker, onLine, showText);
    return checks === undefined ? CANCELLED : { ...outcome, checks };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ready?.pool.close();
  }

  #mayRun(runner: Runner, source: StrategySource): boolean {
    const { definition, allowUnisolatedStrategies } = this.#options;
    return runner.isolates || allowUnisolatedStrategies || definition.isShippedSample(source.code);
  }

  #parts(): Promise<ReadyParts> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#status = 'failed';
      this.#hasFailed = true;
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<ReadyParts> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    this.#status = 'provisioning';
    const parts = await this.#options
      .provision((line) => {
        this.#progress = line;
      }, signal)
      .finally(() => {
        this.#progress = undefined;
      });
    // The caller that closed this has not waited: nothing of it starts any more.
    signal.throwIfAborted();
    if (!parts.runner.isolates) this.#options.logger.warn('strategies run with limits but without isolation');
    const { maximumWorkers, idleTimeoutMs } = this.#options;
    const pool = new WarmPool(() => this.#startWorker(parts), { maximumWorkers, idleTimeoutMs });
    this.#ready = { ...parts, pool, probe: probeOf(parts) };
    this.#status = 'ready';
    this.#hasFailed = false;
    return this.#ready;
  }

  #startWorker({ runner, python }: PythonParts): Worker {
    const { image, limits, logger, clock } = this.#options;
    const cpuSeconds = Math.ceil(limits.run.wallTimeMs / 1_000) + SPARE_CPU_SECONDS;
    const process = { ...limits.process, cpuSeconds };
    const worker = runner.start(harnessProgram(python, image.modules.worker), process);
    const onEarlyLine = (line: string) => logger.debug({ line }, 'a worker said before its job');
    const workerLimits = { process, run: limits.run, placingMs: runner.placingMsMax ?? 0 };
    return new Worker(worker, workerLimits, onEarlyLine, clock.nowMs.bind(clock));
  }

  /** Validation and tables come from the same process; a request asks for both. What failed is no answer about the file. */
  #check({ checker, python }: PythonParts, source: StrategySource, purpose: CheckPurpose): Promise<StrategyCheck> {
    const key = JSON.stringify([purpose, source]);
    if (this.#lastCheck?.key === key) return this.#lastCheck.check;
    const program = harnessProgram(python, this.#options.image.modules.validate);
    const check = checkStrategy(checker, program, {
      ...source,
      purpose,
      // A config is checked before its venue is looked at; there is one, whose fee this is.
      feeRate: Math.max(...venuesOffering('backtest').map(takerOrderFeeRate)),
    });
    this.#lastCheck = { key, check };
    check.catch(() => {
      if (this.#lastCheck?.check === check) this.#lastCheck = null;
    });
    return check;
  }
}

/** Where starting a program is dear, its runner says whether it could. */
function probeOf({ runner, python }: PythonParts): Pick<StartProbe, 'check'> {
  return runner.check === undefined ? new StartProbe(runner, python) : { check: runner.check };
}

function finestMs(tables: readonly NeededTable[]): number {
  // One that can't run needs no table: its validation says why.
  const finest = timeframes.find((timeframe) => tables.some((table) => table.timeframe === timeframe)) ?? '1m';
  return tableKinds[`candles_${finest}`].intervalMs;
}

/** A log that isn't whole says so where its lines were; so does the result, which is what is read first. */
function warnedOfDropped(outcome: BacktestOutcome, lines: number): BacktestOutcome {
  if (lines === 0 || outcome.kind === 'error') return outcome;
  const text = `${lines} lines of the log were dropped: only its first and last ones are kept`;
  const warnings = [...outcome.result.warnings, { text, count: 1, line: null }];
  return { ...outcome, result: { ...outcome.result, warnings } };
}

/** Stamps in nanoseconds that rise: lines of one millisecond, and those reported later than they came, keep their order. */
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
