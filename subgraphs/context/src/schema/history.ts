import { DateTime, DateTimeColumn, FloatColumn } from '@platform/rpc/subgraph';
import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { RowsFrom } from './row-source.js';

/** Arguments of rows in time. */
@ArgsType()
export class HistoryArguments {
  @Field(() => DateTime, {
    nullable: true,
    description:
      'First time, inclusive. Null returns the newest rows only; with first they are in ascending order, without a next page.',
  })
  from?: Date;

  @Field(() => DateTime, { nullable: true, description: 'Last time, exclusive; null ends at the newest final row.' })
  to?: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'How many rows to return at most, 1 to 5000: the oldest of the range. 500 if last is not given.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'With first: nextCursor of the previous page.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many rows to return at most, 1 to 5000, beginning with the newest. Excludes first.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'With last: nextCursor of the previous page.' })
  before?: string | null;
}

/** Arguments of candles. */
@ArgsType()
export class CandlesArguments extends HistoryArguments {
  @Field(() => String, { description: 'Length of a candle: 1m, 5m, 15m, 30m, 1h, 4h or 1d. More values may be added.' })
  timeframe!: string;
}

@ObjectType({ description: 'A closed candle.' })
export class Candle {
  @Field(() => DateTime, { description: 'When it opened.' })
  t!: Date;

  @Field(() => Float, { description: 'First price.' })
  open!: number;

  @Field(() => Float, { description: 'Highest price.' })
  high!: number;

  @Field(() => Float, { description: 'Lowest price.' })
  low!: number;

  @Field(() => Float, { description: 'Last price.' })
  close!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Amount traded, in the base asset; null where the venue's candles have no volume.",
  })
  volume?: number | undefined;
}

@ObjectType({
  description:
    'Closed candles as columns of equal length, and as rows: oldest first with first, newest first with last.',
})
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

  @Field(() => FloatColumn, {
    nullable: true,
    description: "Amounts traded, in the base asset; null where the venue's candles have no volume.",
  })
  volume?: readonly number[] | undefined;

  @Field(() => [Candle], { description: 'The same data as rows; about five times as large as the columns.' })
  rows!: readonly Candle[];

  @Field(() => [RowsFrom], { description: 'Sources of the rows, oldest first in either order of the page.' })
  rowsFrom!: readonly RowsFrom[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'Start of the stored history: there are no earlier rows. Null while none are stored.',
  })
  availableFrom?: Date | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as after, or with last as before, to get the next page; null on the last.',
  })
  nextCursor?: string | undefined;
}

@ObjectType({ description: 'The funding of an hour.' })
export class FundingRate {
  @Field(() => DateTime, { description: 'Hour of payment.' })
  t!: Date;

  @Field(() => Float, {
    description: "The share of a position's value that longs pay to shorts for the hour; negative when shorts pay.",
  })
  rate!: number;

  @Field(() => Float, { description: 'The yearly rate: the hourly one times 8760.' })
  annualized!: number;
}

@ObjectType({
  description:
    'Hourly funding as columns of equal length, and as rows: oldest first with first, newest first with last.',
})
export class FundingPage {
  @Field(() => DateTimeColumn, { description: 'Hours of payment.' })
  t!: readonly number[];

  @Field(() => FloatColumn, {
    description: "The share of a position's value that longs pay to shorts for the hour; negative when shorts pay.",
  })
  rate!: readonly number[];

  @Field(() => FloatColumn, { description: 'The yearly rates: each hourly rate times 8760.' })
  annualized!: readonly number[];

  @Field(() => [FundingRate], { description: 'The same data as rows; about five times as large as the columns.' })
  rows!: readonly FundingRate[];

  @Field(() => [RowsFrom], { description: 'Sources of the rows, oldest first in either order of the page.' })
  rowsFrom!: readonly RowsFrom[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'Start of the stored history: there are no earlier rows. Null while none are stored.',
  })
  availableFrom?: Date | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as after, or with last as before, to get the next page; null on the last.',
  })
  nextCursor?: string | undefined;
}
