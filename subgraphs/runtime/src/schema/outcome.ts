import { DateTimeColumn, FloatColumn } from '@platform/rpc/subgraph';
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BacktestBreakdown } from './breakdown.js';
import { BacktestData, BacktestWarning } from './data.js';

const TradePnlModel = { price_and_fees: 'price_and_fees' };
registerEnumType(TradePnlModel, {
  name: 'TradePnlModel',
  description: 'What the profit of a trade includes. More models may be added.',
  valuesConfig: { price_and_fees: { description: 'Price differences and fees; funding is reported separately.' } },
});

const RecomputedFigure = {
  profitTotalPct: 'profitTotalPct',
  trades: 'trades',
  winRate: 'winRate',
  profitFactor: 'profitFactor',
  perPair: 'perPair',
  perExitReason: 'perExitReason',
};
registerEnumType(RecomputedFigure, {
  name: 'RecomputedFigure',
  description: "A figure that follows from a run's trades alone.",
  valuesConfig: {
    profitTotalPct: { description: 'The profit of all trades.' },
    trades: { description: 'Number of closed trades.' },
    winRate: { description: 'The share of the trades that won.' },
    profitFactor: { description: 'Gains divided by losses.' },
    perPair: { description: 'What each market contributed.' },
    perExitReason: { description: 'What the trades of each exit reason contributed.' },
  },
});

/** A loaded value, or a function that fetches it when a query selects it. */
export type Later<Value> = Value | Promise<Value>;

@ObjectType({ description: 'What one market contributed to a backtest.' })
export class PairResult {
  @Field(() => String, { description: "The framework's alias of the market." })
  symbol!: string;

  @Field(() => Float, { description: 'Its profit in percent of the starting balance.' })
  profitPct!: number;

  @Field(() => Int, { description: 'Number of trades closed on it.' })
  trades!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Its profit in the stake currency; null for a run from before this was recorded.',
  })
  profitAbs?: number | undefined;

  @Field(() => Int, {
    nullable: true,
    description: 'How many of its trades won; null for a run from before this was recorded.',
  })
  wins?: number | undefined;
}

@ObjectType({ description: 'What the trades that ended for one reason contributed to a backtest.' })
export class ExitReasonResult {
  @Field(() => String, { description: "The framework's or the strategy's own word, for example roi." })
  reason!: string;

  @Field(() => Float, { description: 'Their profit in percent of the starting balance.' })
  profitPct!: number;

  @Field(() => Int, { description: 'Number of trades that ended for it.' })
  trades!: number;

  @Field(() => Float, { description: 'Their profit in the stake currency.' })
  profitAbs!: number;

  @Field(() => Int, { description: 'How many of them won.' })
  wins!: number;
}

@ObjectType({ description: 'Equity over time as columns of equal length: one point per UTC day plus the final point.' })
export class EquityCurve {
  @Field(() => DateTimeColumn, { description: 'Times of the points, ascending.' })
  t!: readonly number[];

  @Field(() => FloatColumn, { description: 'Equity in the stake currency at each point.' })
  equity!: readonly number[];
}

@ObjectType({ description: 'The figures of a finished backtest as its framework computes them.' })
export class BacktestResult {
  @Field(() => Float, {
    description: 'Profit of all trades after fees, plus funding, in percent of the starting balance.',
  })
  profitTotalPct!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Profit of all trades after fees, plus funding, in the stake currency; null for a run from before this was recorded.',
  })
  totalPnl?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Starting balance, in the stake currency; null for a run from before this was recorded.',
  })
  startingBalance?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Ending balance, in the stake currency; null for a run from before this was recorded.',
  })
  endingBalance?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      'Funding received less funding paid, in the stake currency. It is included in totalPnl, endingBalance and the equity ' +
      'curve, but not in the profit of any trade. Null if the run has no funding.',
  })
  fundingPnl?: number | undefined;

  @Field(() => TradePnlModel, {
    nullable: true,
    description: 'What the profit of a trade includes; null if the run has no funding.',
  })
  tradePnlModel?: string | undefined;

  @Field(() => Float, {
    description: 'Gain of buying and holding the markets over the window, in percent.',
  })
  marketChangePct!: number;

  @Field(() => Float, { description: 'Largest fall of the balance from a peak, in percent of the peak.' })
  maxDrawdownPct!: number;

  @Field(() => Int, { description: 'Number of closed trades.' })
  trades!: number;

  @Field(() => Float, { description: 'Share of the trades that made a profit, from 0 to 1.' })
  winRate!: number;

  @Field(() => Float, { description: 'Gains divided by losses; 0 if nothing was lost.' })
  profitFactor!: number;

  @Field(() => Float, { description: 'Sharpe ratio of the closed trades.' })
  sharpe!: number;

  @Field(() => [RecomputedFigure], {
    description:
      'Figures that the platform recomputed from the trades because the run reported different ones. Empty unless the ' +
      'strategy interfered.',
  })
  recomputed!: string[];

  @Field(() => [PairResult], { description: 'What each market contributed.' })
  perPair!: Later<PairResult[]>;

  @Field(() => [ExitReasonResult], {
    description:
      'What the trades of each exit reason contributed, most profitable first, at most 301; empty for a run from before ' +
      'this was recorded.',
  })
  perExitReason!: Later<ExitReasonResult[]>;

  @Field(() => EquityCurve, { description: 'Equity over time.' })
  equityCurve!: Later<EquityCurve>;

  @Field(() => BacktestBreakdown, {
    nullable: true,
    description: 'Results of the trades by day, week and month; null for a run from before this was recorded.',
  })
  breakdown?: Later<BacktestBreakdown | undefined>;

  @Field(() => BacktestData, {
    nullable: true,
    description: 'The data that the run read; null for a run from before this was recorded.',
  })
  data?: Later<BacktestData | undefined>;

  @Field(() => [BacktestWarning], { description: 'Warnings of the framework and its libraries, each listed once.' })
  warnings!: Later<BacktestWarning[]>;
}

/** The parts of a result that grow with the run and its markets. */
export type ResultTables = 'perPair' | 'perExitReason' | 'equityCurve' | 'breakdown' | 'data' | 'warnings';

@ObjectType({ description: 'A place in a strategy file.' })
export class StrategyFinding {
  @Field(() => Int, { nullable: true, description: 'Line, counted from 1; null if the finding has none.' })
  line?: number | undefined;

  @Field(() => String, { description: 'What was found.' })
  text!: string;
}

@ObjectType({ description: 'Why a backtest ended without a result.' })
export class BacktestError {
  @Field(() => String, {
    description:
      'time_limit_exceeded, no_progress (no candle and no other step for a minute), memory_limit_exceeded, process_limit_exceeded, output_limit_exceeded, strategy_failed, ' +
      'config_invalid (the framework refused the config when it loaded it), data_unavailable, platform_failed or ' +
      'cancelled; quota_exceeded if the account had no storage left for it when it was about to start; strategy_invalid or invalid_request ' +
      'if the request was queued before its framework was installed. ' +
      'More codes may be added.',
  })
  code!: string;

  @Field(() => String, { description: 'What happened, as human-readable text.' })
  message!: string;

  @Field(() => [StrategyFinding], { description: 'Places in the strategy file; empty when not known.' })
  details!: StrategyFinding[];
}
