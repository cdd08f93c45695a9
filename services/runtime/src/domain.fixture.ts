/** The runtime's domain over a real database, with a framework that does as a test says: for the mechanics of the queue. */
import { Writable } from 'node:stream';
import { type Clock, createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import type { CreateBacktestRequest } from '@platform/protos/runtime';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { MarketData } from './backtests/market-data.js';
import { ProcessorTime } from './backtests/processor-time.js';
import { BacktestQueue } from './backtests/queue.js';
import type { BotRunner } from './bots/bot-runner.js';
import { createDomain, type DomainOptions } from './domain.js';
import type { CheckName } from './frameworks/checks.js';
import type {
  BacktestJob,
  BacktestOutcome,
  BacktestResult,
  BacktestTrade,
  BotProgram,
  CandleTable,
  Framework,
  FrameworkDescription,
  FrameworkStatus,
  FundingUse,
  Pace,
  RunOptions,
  StrategySource,
  ValidationOutcome,
} from './frameworks/framework.js';
import { Nodes } from './nodes/nodes.js';
import { backtestModel } from './records/record.js';

export const DIGEST = `sha256:${'a'.repeat(64)}`;

export const RESULT: BacktestResult = {
  profitTotalPct: 1.5,
  totalPnl: 15,
  startingBalance: 1_000,
  endingBalance: 1_015,
  marketChangePct: -2,
  maxDrawdownPct: 0.5,
  trades: 1,
  winRate: 1,
  profitFactor: 0,
  sharpe: 0.7,
  perPair: [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, profitAbs: 15, trades: 1, wins: 1 }],
  perExitReason: [{ reason: 'roi', profitPct: 1.5, profitAbs: 15, trades: 1, wins: 1 }],
  equityTMs: [1_750_000_000_000, 1_750_086_400_000],
  equity: [1_000, 1_015],
  data: {
    fromMs: 1_750_000_000_000,
    toMs: 1_750_086_400_000,
    startupCandles: 30,
    tables: [
      {
        symbol: 'BTC/USDC:USDC',
        timeframe: '2h',
        aggregatedFrom: '1h',
        fromMs: 1_749_784_000_000,
        toMs: 1_750_086_400_000,
        rows: 43,
        objects: ['a'.repeat(64), 'b'.repeat(64)],
      },
    ],
    funding: [],
  },
  warnings: [{ text: 'SettingWithCopyWarning', count: 3, line: 12 }],
  days: { startMs: [1_749_945_600_000], profitAbs: [15], trades: [1], wins: [1], draws: [0], losses: [0] },
  recomputed: [],
};

export const TRADES: readonly BacktestTrade[] = [
  {
    symbol: 'BTC/USDC:USDC',
    side: 'long',
    openedAtMs: 1_750_000_000_000,
    closedAtMs: 1_750_003_600_000,
    openRate: 100,
    closeRate: 101.5,
    amount: 10,
    stakeAmount: 500,
    leverage: 2,
    feesAbs: 1.1,
    profitAbs: 15,
    profitRatio: 0.015,
    entryTag: 'dip',
    exitReason: 'roi',
  },
];

export const FINISHED: BacktestOutcome = { kind: 'finished', result: RESULT };

type Run = (job: BacktestJob, options: RunOptions) => Promise<BacktestOutcome>;

/** Runs as it is told. */
export class ScriptedFramework implements Framework {
  status: FrameworkStatus = 'ready';
  installations = 0;
  validation: ValidationOutcome = { kind: 'valid' };
  validations = 0;
  timestamps = false;
  pausable = true;
  funding: FundingUse = 'none';
  run: Run = async (_job, { onTrades }) => {
    await onTrades(TRADES);
    return FINISHED;
  };

  constructor(
    private readonly imageDigest = DIGEST,
    private readonly isDefault = true,
  ) {}

  describe(): FrameworkDescription {
    const { status, imageDigest, isDefault } = this;
    return {
      id: 'freqtrade',
      language: 'python',
      version: '1',
      imageDigest,
      strategyShape: '',
      docs: '',
      status,
      isDefault,
    };
  }

  async ensureReady(): Promise<void> {
    this.installations += 1;
    this.status = 'ready';
  }

  async checkRunnable(): Promise<void> {
    if (this.status === 'failed') throw new Error('it could not be installed');
  }

  async checkIsolated(): Promise<void> {}

  async botProgram(): Promise<BotProgram> {
    const isolation = { bubblewrap: null, python: '/bin/true' };
    return { program: { command: ['/bin/true'], readOnlyPaths: [], environment: {} }, isolation };
  }

  async validate(_source: StrategySource): Promise<ValidationOutcome> {
    this.validations += 1;
    return this.validation;
  }

  async tables({ symbols }: StrategySource): Promise<readonly CandleTable[]> {
    return symbols.map((symbol) => ({ symbol, timeframe: '1h' }));
  }

  async pace(): Promise<Pace> {
    return { candleMs: 3_600_000, skipsFirstCandle: true };
  }

  fundingUse(): FundingUse {
    return this.funding;
  }

  takesTimestamps(): boolean {
    return this.timestamps;
  }

  pausesRuns(): boolean {
    return this.pausable;
  }

  makesCheck(name: CheckName): boolean {
    return name === 'lookahead';
  }

  async close(): Promise<void> {}
}

/** Every market exists, with no candles: what a run reads is not what these tests are about. */
export const ANY_MARKET: MarketData = {
  requireMarkets: async () => {},
  resolve: async () => ({ candles: [], instruments: [] }),
};

/** A connection to a database of its own, empty. */
export async function openDatabase(name: string): Promise<Connection> {
  const connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), `test_runtime_${name}`);
  await resetDatabase(connection);
  return connection;
}

/** Empties every collection, keeping the indexes. */
export async function emptyDatabase(connection: Connection): Promise<void> {
  await Promise.all((await connection.db?.collections())?.map((collection) => collection.deleteMany({})) ?? []);
}

/** A machine on which nothing was placed, and nothing can be. */
export const NO_BOTS: BotRunner = {
  place: () => Promise.reject(new Error('nothing runs bots here')),
  observe: async () => [],
  stop: async () => {},
  remove: async () => {},
  logs: async () => [],
  closedTrades: async () => [],
};

/** No venue has any market. */
export const NO_MARKET_FACTS: DomainOptions['bots']['marketFactsOf'] = async ({ canonicalSymbols }) =>
  canonicalSymbols.map(() => undefined);

const nothing = () => Promise.reject(new Error('nothing is live here'));
/** Live deployments are switched off, as they are where nothing says otherwise. */
export const NOTHING_LIVE: DomainOptions['bots']['live'] = {
  isOn: false,
  wallet: { setUp: nothing, release: nothing, standing: nothing },
  proxies: {
    serve: nothing,
    serving: async () => [],
    share: async () => {},
    stop: nothing,
    endAgent: nothing,
    renewAgent: nothing,
    standing: nothing,
    forget: nothing,
    keyOf: nothing,
    socketOf: () => '/nowhere',
  },
};

/** Nothing of the older platform is looked at, as it is where nothing says otherwise. */
const NO_WORKLOADS: DomainOptions['workloads'] = {
  reader: { observe: async () => 'none' },
  namespaces: new Set(),
};

/** The domain over a database, as one process has it. */
export function buildDomain(
  connection: Connection,
  { owner = 'test', ...overrides }: Partial<DomainOptions> & { clock?: Clock; owner?: string } = {},
) {
  const clock = overrides.clock ?? systemClock;
  return createDomain({
    connection,
    frameworks: new Map([['freqtrade', [new ScriptedFramework()]]]),
    marketData: ANY_MARKET,
    objects: {
      putFile: async () => ({ sha256: '', bytes: 0 }),
      copy: async () => {},
      create: async () => true,
      replace: async () => {},
      get: async () => undefined,
      getFile: async () => undefined,
      list: async () => [],
      materialize: async (key) => key,
      requireWhole: async () => {},
      remove: async () => {},
      requireRoom: async () => {},
      freeBytes: async () => 2 ** 40,
    },
    cursorSecret: new Secret(Buffer.alloc(32, 1)),
    ids: createIdSource(clock, systemRandom),
    logger: createLogger(
      { process: 'test', level: 'silent' },
      new Writable({ write: (_chunk, _code, done) => done() }),
    ),
    nodes: new Nodes(connection, owner),
    random: systemRandom,
    bots: {
      runner: NO_BOTS,
      botLimits: { memoryBytes: 2 ** 30 },
      marketsOf: async () => [],
      marketFactsOf: NO_MARKET_FACTS,
      live: NOTHING_LIVE,
    },
    workloads: NO_WORKLOADS,
    slots: { workers: 2, paused: 0, pausedBytes: 0, sliceMs: 5_000 },
    limits: testLimits,
    ...overrides,
    clock,
  });
}

/** What an account may use unless a test says otherwise. */
export const testLimits = {
  concurrentBacktests: 2,
  queuedBacktests: 100,
  runningDeployments: 5,
  processorSecondsPerHour: 3_600,
  storedBytes: 2 ** 31,
};

/** A process's view of the queue, under a name of its own. */
export function queueOf(connection: Connection, clock: Clock, owner: string): BacktestQueue {
  const processorTime = new ProcessorTime(connection, clock, 3_600);
  return new BacktestQueue({ connection, clock, owner, slotsPerAccount: 2, processorTime });
}

/** A valid request. */
export function validRequest(overrides: Partial<CreateBacktestRequest> = {}): CreateBacktestRequest {
  return {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    symbols: ['BTC/USDC:USDC'],
    code: 'class Sample(IStrategy): ...',
    configJson: '{"stake_amount": 100}',
    rangeFrom: '2026-01-01',
    rangeTo: '2026-02-01',
    checks: [],
    ...overrides,
  };
}

/** Waits until the status of every backtest is as expected; fails after a minute and more, showing what it was. */
export async function untilStatuses(connection: Connection, expected: Record<string, number>): Promise<void> {
  const wanted = JSON.stringify(Object.entries(expected).sort());
  let seen = '';
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    const rows = await backtestModel(connection).aggregate<{ _id: string; count: number }>([
      { $group: { _id: '$status', count: { $sum: 1 } } },
    ]);
    seen = JSON.stringify(rows.map(({ _id, count }) => [_id, count]).sort());
    if (seen === wanted) return;
    await systemClock.sleep(25);
  }
  throw new Error(`expected ${wanted}, saw ${seen}`);
}
