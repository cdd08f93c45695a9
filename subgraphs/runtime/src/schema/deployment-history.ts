import { connectionType, DateTime, DateTimeColumn, FloatColumn } from '@platform/rpc/subgraph';
import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { TradeSide } from './trade.js';

@ObjectType({ description: 'A trade that a deployment has closed, as its framework reports it.' })
export class DeploymentTrade {
  @Field(() => Int, { description: 'Its number among the trades of its deployment.' })
  number!: number;

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

  @Field(() => Float, { description: 'Its margin, in the stake currency.' })
  stakeAmount!: number;

  @Field(() => Float, { description: 'Its position divided by its margin.' })
  leverage!: number;

  @Field(() => Float, { description: 'Fees of all its orders, in the stake currency.' })
  feesAbs!: number;

  @Field(() => Float, { description: 'Its profit after fees, in the stake currency.' })
  profitAbs!: number;

  @Field(() => Float, { description: 'Its profit after fees as a fraction of its stake.' })
  profitRatio!: number;

  @Field(() => String, {
    nullable: true,
    description: "The strategy's own tag for the entry, at most 255 characters of it; null if it gave none.",
  })
  entryTag?: string | undefined;

  @Field(() => String, {
    description: "Why it was closed, in the framework's or the strategy's own words, at most 255 characters of them.",
  })
  exitReason!: string;
}

/** A page of trades. */
export const DeploymentTradeConnection = connectionType(DeploymentTrade, 'DeploymentTrade');

@ObjectType({ description: 'What a deployment was worth over time: columns of one length.' })
export class DeploymentEquity {
  @Field(() => DateTimeColumn, { description: 'Starts of the five minutes in which it said so, ascending.' })
  t!: readonly number[];

  @Field(() => FloatColumn, { description: 'Equity in USD, as it said last within them.' })
  balanceUsd!: readonly number[];
}

/** Arguments of what a deployment was worth. */
@ArgsType()
export class EquityArguments {
  @Field(() => DateTime, { nullable: true, description: 'First time, inclusive; all that is kept if omitted.' })
  from?: Date;

  @Field(() => DateTime, { nullable: true, description: 'Last time, exclusive; up to now if omitted.' })
  to?: Date;
}

/** Arguments of the end of a deployment's log. */
@ArgsType()
export class LogTailArguments {
  @Field(() => Int, { defaultValue: 100, description: 'Lines at most, 1 to 1000.' })
  lines!: number;
}
