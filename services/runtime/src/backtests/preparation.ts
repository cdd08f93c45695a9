import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import type { Framework, NeededTable, StrategySource, ValidationOutcome } from '../frameworks/framework.js';
import type { MarketDataSnapshot } from './inputs.js';
import type { Cause, HistoryRequest, MarketData } from './market-data.js';

/** A backtest that is to be checked: a strategy and the markets and window that it is to run on. */
export interface Candidate extends Omit<HistoryRequest, 'tables' | 'funding'> {
  readonly source: StrategySource;
}

type Names = Pick<Candidate, 'symbols' | 'canonicalSymbols'>;

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
  const use = framework.fundingUse(history.venue);
  const resolve = (funding: boolean) => marketData.resolve({ ...history, tables, funding }, cause);
  try {
    return await resolve(use !== 'none').catch((error: unknown) => {
      // What a run only tells of is no reason to refuse it.
      if (use === 'told' && missingIn(error)?.table === 'funding_1h') return resolve(false);
      throw error;
    });
  } catch (error) {
    throw withHint(error, tables, history);
  }
}

const missing = z.object({ symbol: z.string(), table: z.string() });

/** The table whose rows are not stored, where that is why market data was refused. */
function missingIn(error: unknown): z.output<typeof missing> | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'data_unavailable') return undefined;
  return missing.safeParse(error.details).data;
}

/** A refusal for want of candles says what they were needed for, or what would do instead. */
function withHint(error: unknown, tables: readonly NeededTable[], { symbols, canonicalSymbols }: Names): unknown {
  const lacking = missingIn(error);
  if (!(error instanceof PlatformError) || lacking === undefined) return error;
  const alias = symbols[canonicalSymbols.indexOf(lacking.symbol)];
  const isLacking = ({ symbol, timeframe }: NeededTable) =>
    symbol === alias && lacking.table === `candles_${timeframe}`;
  const hint = tables.find(isLacking)?.hint;
  if (hint === undefined) return error;
  const { code, message, details } = error;
  return new PlatformError(code, { message: `${message} ${hint}`, ...(details && { details }), cause: error });
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
