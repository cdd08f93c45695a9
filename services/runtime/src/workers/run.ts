import { PlatformError } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import type { ObjectStore } from '@platform/store/objects';
import { canonicalSymbols } from '../backtests/canonical-symbols.js';
import type { MarketData } from '../backtests/market-data.js';
import { prepare, StrategyRefused } from '../backtests/preparation.js';
import type { ClaimedRun } from '../backtests/queue.js';
import { checkNames } from '../frameworks/checks.js';
import type { BacktestOutcome, CandlesOf, Framework, RunOptions, StrategySource } from '../frameworks/framework.js';
import type { CandleObjectReference, FundingObjectReference, MarketDataSnapshot } from '../records/inputs.js';
import type { StoredError } from '../records/record.js';

/** The dependencies of a run. */
export interface RunResources {
  readonly objects: ObjectStore;
  readonly marketData: MarketData;
  readonly logger: Logger;
}

/** The callbacks of a run, but for those that this module sets itself. */
export interface ClaimedRunOptions extends Omit<RunOptions, 'candlesOf'> {
  /** Called with the release that the run reads where that was looked up again. */
  readonly onRelease: (release: string | undefined) => Promise<void>;
}

/** How a run ended, also where what it was queued with turned out to be refused. */
export type RunOutcome =
  | Extract<BacktestOutcome, { kind: 'finished' }>
  | ({ readonly kind: 'error'; readonly claimed: boolean; readonly killed?: true } & StoredError);

const PLATFORM_FAILED: RunOutcome = {
  kind: 'error',
  code: 'platform_failed',
  message: 'The platform could not run the backtest.',
  findings: [],
  claimed: false,
};

/** Runs one claimed backtest to its outcome. Never rejects: what is neither the strategy's doing nor its request's is ours. */
export async function runClaimed(
  run: ClaimedRun,
  framework: Framework,
  resources: RunResources,
  { onRelease, ...options }: ClaimedRunOptions,
): Promise<RunOutcome> {
  const { backtestId, record, inputs } = run;
  try {
    const { code, configJson, strategyClass } = inputs;
    const named = strategyClass === undefined ? {} : { strategyClass };
    const source = { code, configJson, symbols: record.symbols, ...named };
    const marketData = await marketDataOf(run, source, framework, resources.marketData);
    await onRelease(marketData.release);
    const { candles, funding = [], instruments } = marketData;
    const job = {
      id: backtestId,
      source,
      venue: record.venue,
      instruments,
      fromMs: inputs.fromMs,
      toMs: inputs.toMs,
      feeRate: inputs.feeRate,
      seed: inputs.seed,
      checks: checkNames.filter((name) => record.checks?.[name] !== undefined),
      candles: await materialize(candles, resources.objects),
      funding: await materialize(funding, resources.objects),
    };
    return await framework.run(job, { ...options, candlesOf: candlesOf(run, resources) });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return refusal;
    resources.logger.error({ err: error, backtest: backtestId }, 'backtest failed');
    return PLATFORM_FAILED;
  }
}

/**
 * What was fixed when the run was queued. Where nothing was, the checks are made now; a second attempt makes them again,
 * since objects may have been replaced meanwhile.
 */
async function marketDataOf(
  { backtestId, accountId, record, inputs }: ClaimedRun,
  source: StrategySource,
  framework: Framework,
  marketData: MarketData,
): Promise<MarketDataSnapshot> {
  if (inputs.marketData !== undefined && record.failures === 0) return inputs.marketData;
  const { venue, symbols, canonicalSymbols } = record;
  const candidate = { source, venue, symbols, canonicalSymbols, fromMs: inputs.fromMs, toMs: inputs.toMs };
  return prepare(candidate, framework, marketData, {
    accountId,
    cause: `backtest ${backtestId}`,
    requestId: backtestId,
  });
}

/** The tables that a strategy turns out to need while it runs: of any market of its venue, over the run's own window. */
function candlesOf({ backtestId, accountId, record, inputs }: ClaimedRun, resources: RunResources): CandlesOf {
  return async (symbol, timeframe) => {
    const { venue, framework } = record;
    const { candles } = await resources.marketData.resolve(
      {
        venue,
        symbols: [symbol],
        canonicalSymbols: canonicalSymbols(framework.id, venue, [symbol]),
        tables: [{ symbol, timeframe }],
        funding: false,
        fromMs: inputs.fromMs,
        toMs: inputs.toMs,
      },
      { accountId, cause: `backtest ${backtestId}`, requestId: backtestId },
    );
    return materialize(candles, resources.objects);
  };
}

function materialize<Reference extends CandleObjectReference | FundingObjectReference>(
  references: readonly Reference[],
  objects: ObjectStore,
): Promise<(Omit<Reference, 'key'> & { path: string })[]> {
  return Promise.all(
    references.map(async ({ key, ...named }) => ({ ...named, path: await objects.materialize(key, named.sha256) })),
  );
}

/** The error that a request would have been answered with, had it been checked before it was queued. */
function refusalOf(error: unknown): RunOutcome | undefined {
  if (error instanceof StrategyRefused)
    return {
      kind: 'error',
      code: error.outcome.kind,
      message: error.message,
      findings: error.outcome.findings,
      claimed: false,
    };
  // No coverage; an unknown market, or a request that contradicts itself.
  if (error instanceof PlatformError && (error.code === 'data_unavailable' || error.code === 'invalid_request'))
    return { kind: 'error', code: error.code, message: error.message, findings: [], claimed: false };
  return undefined;
}
