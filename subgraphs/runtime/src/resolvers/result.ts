import { PlatformError } from '@platform/errors';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { BacktestData, BacktestWarning } from '../schema/data.js';
import { BacktestResult, EquityCurve, ExitReasonResult, PairResult, type ResultTables } from '../schema/outcome.js';

/** The parts of a result that grow with the run: they come with one backtest, and below a list are asked for here. */
@Resolver(() => BacktestResult)
export class ResultResolver {
  @FieldResolver(() => [PairResult], { description: 'What each market contributed.' })
  perPair(@Root() result: BacktestResult, @Ctx() context: RuntimeContext) {
    return part(result, context, ({ perPair }) => perPair);
  }

  @FieldResolver(() => [ExitReasonResult], {
    description:
      'What the trades of each exit reason contributed, the most profitable first, at most 301; empty for a run of before ' +
      'this was kept.',
  })
  perExitReason(@Root() result: BacktestResult, @Ctx() context: RuntimeContext) {
    return part(result, context, ({ perExitReason }) => perExitReason);
  }

  @FieldResolver(() => EquityCurve, { description: 'Equity over time.' })
  equityCurve(@Root() result: BacktestResult, @Ctx() context: RuntimeContext) {
    return part(result, context, ({ equityCurve }) => equityCurve);
  }

  @FieldResolver(() => BacktestData, {
    nullable: true,
    description: 'What the run was fed; null for a run of before this was kept.',
  })
  data(@Root() result: BacktestResult, @Ctx() context: RuntimeContext) {
    return part(result, context, ({ data }) => data);
  }

  @FieldResolver(() => [BacktestWarning], {
    description: 'What the framework and its libraries warned of, each warning once.',
  })
  warnings(@Root() result: BacktestResult, @Ctx() context: RuntimeContext) {
    return part(result, context, ({ warnings }) => warnings);
  }
}

/** Below a list, one call gets the tables of all its results; throws `response_too_large` where they are too much together. */
function part<Part>(
  { backtestId, tables }: BacktestResult,
  { backtests }: RuntimeContext,
  of: (tables: ResultTables) => Part,
): Part | Promise<Part> {
  if (tables !== undefined) return of(tables);
  return backtests.load(backtestId).then((backtest) => {
    if (backtest?.result?.tables === undefined) throw new PlatformError('backtest_not_found');
    return of(backtest.result.tables);
  });
}
