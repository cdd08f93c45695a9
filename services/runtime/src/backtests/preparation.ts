import { PlatformError } from '@platform/errors';
import type { Framework, StrategySource, ValidationOutcome } from '../frameworks/framework.js';
import type { MarketDataSnapshot } from './inputs.js';
import type { Cause, HistoryRequest, MarketData } from './market-data.js';

/** A backtest that is to be checked: a strategy and the markets and window that it is to run on. */
export interface Candidate extends Omit<HistoryRequest, 'tables' | 'funding'> {
  readonly source: StrategySource;
}

/** A strategy or a config that can't run, with where and why. */
export class StrategyRefused extends PlatformError {
  constructor(readonly outcome: Extract<ValidationOutcome, { findings: unknown }>) {
    super(outcome.kind, { details: outcome.findings });
  }
}

/**
 * Checks that a backtest can run and gives the market data that it reads. Throws `strategy_invalid`, `config_invalid`,
 * `invalid_request` (an unknown market, or fields that contradict one another) or `data_unavailable`.
 */
export async function prepare(
  { source, ...history }: Candidate,
  framework: Framework,
  marketData: MarketData,
  cause: Cause,
): Promise<MarketDataSnapshot> {
  const [, tables] = await Promise.all([
    requireValid(framework, source),
    framework.tables(source),
    marketData.requireMarkets(history, cause),
  ]);
  return marketData.resolve({ ...history, tables, funding: framework.readsFunding(history.venue) }, cause);
}

async function requireValid(framework: Framework, source: StrategySource): Promise<void> {
  const outcome = await framework.validate(source);
  if (outcome.kind === 'invalid_request') {
    // A backtest that is refused only as it runs keeps the message alone.
    const message = `${outcome.problems.map((problem) => `${problem.path} ${problem.message}`).join('; ')}.`;
    throw new PlatformError('invalid_request', { message, details: [...outcome.problems] });
  }
  if (outcome.kind !== 'valid') throw new StrategyRefused(outcome);
}
