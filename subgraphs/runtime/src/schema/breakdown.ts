import { DateTimeColumn, FloatColumn } from '@platform/rpc/subgraph';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Results of trades by period, as columns of equal length. A period without a trade has no row.',
})
export class PeriodResults {
  @Field(() => DateTimeColumn, { description: 'When each period begins, ascending.' })
  start!: readonly number[];

  @Field(() => FloatColumn, { description: 'Profit of its trades in the stake currency.' })
  profitAbs!: readonly number[];

  @Field(() => FloatColumn, { description: 'Number of trades closed in it.' })
  trades!: readonly number[];

  @Field(() => FloatColumn, { description: 'How many of them won.' })
  wins!: readonly number[];

  @Field(() => FloatColumn, { description: 'How many of them neither won nor lost.' })
  draws!: readonly number[];

  @Field(() => FloatColumn, { description: 'How many of them lost.' })
  losses!: readonly number[];
}

@ObjectType({ description: 'Results of the trades of a backtest, by the period in which they were closed.' })
export class BacktestBreakdown {
  @Field(() => PeriodResults, { description: 'By UTC day.' })
  day!: PeriodResults;

  @Field(() => PeriodResults, { description: 'By ISO week, from Monday to Sunday.' })
  week!: PeriodResults;

  @Field(() => PeriodResults, { description: 'By calendar month.' })
  month!: PeriodResults;
}
