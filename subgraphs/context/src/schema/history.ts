import { DateTime, DateTimeColumn, FloatColumn } from '@platform/subgraph';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';

const ROWS_DEFAULT = 500;

/** Arguments of rows in time. */
@ArgsType()
export class HistoryArguments {
  @Field(() => DateTime, { nullable: true, description: 'First time, inclusive; null starts at the first row.' })
  from?: Date;

  @Field(() => DateTime, { nullable: true, description: 'Last time, exclusive; null ends at the newest final row.' })
  to?: Date;

  @Field(() => Int, { defaultValue: ROWS_DEFAULT, description: 'How many rows to return at most, 1 to 5000.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the page before.' })
  after?: string;
}

/** Arguments of candles. */
@ArgsType()
export class CandlesArguments extends HistoryArguments {
  @Field(() => String, { description: 'Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h or 1d.' })
  timeframe!: string;
}

@ObjectType({ description: 'Closed candles in ascending order, as columns of equal length.' })
export class CandlePage {
  @Field(() => DateTimeColumn, { description: 'Open times.' })
  t!: readonly number[];

  @Field(() => FloatColumn, { description: 'First prices.' })
  open!: readonly number[];

  @Field(() => FloatColumn, { description: 'Highest prices.' })
  high!: readonly number[];

  @Field(() => FloatColumn, { description: 'Lowest prices.' })
  low!: readonly number[];

  @Field(() => FloatColumn, { description: 'Last prices.' })
  close!: readonly number[];

  @Field(() => FloatColumn, { description: 'Amounts traded, in the base asset.' })
  volume!: readonly number[];

  @Field(() => String, { nullable: true, description: 'Pass it as after to get the next page; null on the last.' })
  nextCursor?: string | undefined;
}

@ObjectType({ description: 'Hourly funding in ascending order, as columns of equal length.' })
export class FundingPage {
  @Field(() => DateTimeColumn, { description: 'Hours of payment.' })
  t!: readonly number[];

  @Field(() => FloatColumn, {
    description: "The share of a position's value that longs pay to shorts for the hour; negative when shorts pay.",
  })
  rate!: readonly number[];

  @Field(() => FloatColumn, { description: 'The yearly rates: each hourly rate times 8760.' })
  annualized!: readonly number[];

  @Field(() => String, { nullable: true, description: 'Pass it as after to get the next page; null on the last.' })
  nextCursor?: string | undefined;
}
