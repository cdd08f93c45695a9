import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import type {
  CheckPurpose,
  Framework,
  NeededTable,
  StrategySource,
  ValidationOutcome,
} from '../frameworks/framework.js';
import type { MarketDataSnapshot } from '../records/inputs.js';
import type { Cause, HistoryRequest, MarketData } from './market-data.js';

/** A backtest to check: a strategy, and the markets and the window of its run. */
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
 * Checks that a backtest can run and returns the market data that it reads. Throws `strategy_invalid`, `config_invalid`,
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
  // Funding that a run only reports is no reason to refuse it.
  const request = { ...history, tables, funding: use !== 'none', fundingMayLack: use === 'told' };
  return marketData.resolve(request, cause).catch((error: unknown) => {
    throw withHint(error, tables, history);
  });
}

/** A refusal for a table without any stored data. */
const absent = z.object({ symbol: z.string(), table: z.string(), coverage: z.null() });

/** A refusal for a missing table of candles says what they were needed for, or what would do instead. */
function withHint(error: unknown, tables: readonly NeededTable[], { symbols, canonicalSymbols }: Names): unknown {
  if (!(error instanceof PlatformError) || error.code !== 'data_unavailable') return error;
  const lacking = absent.safeParse(error.details).data;
  if (lacking === undefined) return error;
  const alias = symbols[canonicalSymbols.indexOf(lacking.symbol)];
  const isLacking = ({ symbol, timeframe }: NeededTable) =>
    symbol === alias && lacking.table === `candles_${timeframe}`;
  const hint = tables.find(isLacking)?.hint;
  if (hint === undefined) return error;
  const { code, message, details } = error;
  return new PlatformError(code, { message: `${message} ${hint}`, ...(details && { details }), cause: error });
}

/** Throws where a strategy or its config can't do what it is for: `strategy_invalid`, `config_invalid` or `invalid_request`. */
export async function requireValid(
  framework: Framework,
  source: StrategySource,
  purpose: CheckPurpose = 'backtest',
): Promise<void> {
  const outcome = await framework.validate(source, purpose);
  if (outcome.kind === 'invalid_request') {
    // A backtest that is refused only as it runs keeps the message alone.
    const message = `${outcome.problems.map((problem) => `${problem.path} ${problem.message}`).join('; ')}.`;
    throw new PlatformError('invalid_request', { message, details: [...outcome.problems] });
  }
  if (outcome.kind !== 'valid') throw new StrategyRefused(outcome);
}
