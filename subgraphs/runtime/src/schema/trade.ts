import { ConnectionArguments, connectionType, DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';

/** The direction of a trade. */
export const TradeSide = { long: 'long', short: 'short' };
registerEnumType(TradeSide, {
  name: 'TradeSide',
  description: 'The direction of a trade.',
  valuesConfig: {
    long: { description: 'It profits when the price rises.' },
    short: { description: 'It profits when the price falls.' },
  },
});

@ObjectType({ description: 'A closed trade of a backtest as its framework reports it.' })
export class BacktestTrade {
  @Field(() => String, { description: "The framework's alias of its market." })
  symbol!: string;

  @Field(() => TradeSide, { description: 'Whether it is long or short.' })
  side!: string;

  @Field(() => DateTime, { description: 'When it was opened.' })
  openedAt!: Date;

  @Field(() => DateTime, { description: 'When it was closed.' })
  closedAt!: Date;

  @Field(() => Int, { description: 'How long it was open, in seconds.' })
  durationSeconds!: number;

  @Field(() => Float, { description: 'Average price of its entries.' })
  openRate!: number;

  @Field(() => Float, { description: 'Price of its last exit.' })
  closeRate!: number;

  @Field(() => Float, { description: 'Its size, in the base asset.' })
  amount!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Its margin, in the stake currency; null for a run from before this was recorded.',
  })
  stakeAmount?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Its position divided by its margin; null for a run from before this was recorded.',
  })
  leverage?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Fees of all its orders in the stake currency; null for a run from before this was recorded.',
  })
  feesAbs?: number | undefined;

  @Field(() => Float, { description: 'Its profit after fees in the stake currency.' })
  profitAbs!: number;

  @Field(() => Float, { description: 'Its profit after fees as a fraction of its stake.' })
  profitRatio!: number;

  @Field(() => String, { nullable: true, description: "The strategy's own tag for the entry; null if it gave none." })
  entryTag?: string | undefined;

  @Field(() => String, { description: "Why it was closed, in the framework's or the strategy's own words." })
  exitReason!: string;
}

/** A page of trades. */
export const BacktestTradeConnection = connectionType(BacktestTrade, 'BacktestTrade');

/** Arguments of the list of trades. */
@ArgsType()
export class TradesArguments extends ConnectionArguments {
  @Field(() => String, { nullable: true, description: "Only trades on the market with this alias of the framework's." })
  symbol?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only trades that were closed at this time or later.' })
  closedFrom?: Date;

  @Field(() => DateTime, { nullable: true, description: 'Only trades that were closed before this time.' })
  closedTo?: Date;
}
