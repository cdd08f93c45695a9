import { DateTime } from '@platform/rpc/subgraph';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A table of candles that a backtest read.' })
export class FedTable {
  @Field(() => String, { description: "The framework's alias of its market." })
  symbol!: string;

  @Field(() => String, { description: 'Its timeframe, for example 1h.' })
  timeframe!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The stored timeframe that it was aggregated from; null if this timeframe is stored.',
  })
  aggregatedFrom?: string | undefined;

  @Field(() => DateTime, { description: 'When its first candle opens.' })
  from!: Date;

  @Field(() => DateTime, { description: 'When its last candle opens.' })
  to!: Date;

  @Field(() => Int, { description: 'How many candles it holds.' })
  rows!: number;

  @Field(() => [String], {
    description: 'SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.',
  })
  objects!: string[];
}

@ObjectType({ description: 'The funding payments of a market that a backtest read.' })
export class FedFunding {
  @Field(() => String, { description: "The framework's alias of its market." })
  symbol!: string;

  @Field(() => DateTime, { description: 'Time of its first payment.' })
  from!: Date;

  @Field(() => DateTime, { description: 'Time of its last payment.' })
  to!: Date;

  @Field(() => Int, { description: 'How many payments it holds.' })
  rows!: number;

  @Field(() => [String], {
    description: 'SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.',
  })
  objects!: string[];
}

@ObjectType({ description: 'The data that a backtest read, and the range that it covered.' })
export class BacktestData {
  @Field(() => DateTime, {
    description:
      "When the first candle of the run opens. It is later than the window's start if start-up candles were missing.",
  })
  from!: Date;

  @Field(() => DateTime, { description: 'When the last candle of the run opens.' })
  to!: Date;

  @Field(() => Int, { description: 'Number of candles before the window that the indicators could start up with.' })
  startupCandles!: number;

  @Field(() => [FedTable], { description: 'The tables of candles that it read.' })
  tables!: FedTable[];

  @Field(() => [FedFunding], { description: 'The funding that it read; empty if the run has no funding.' })
  funding!: FedFunding[];
}

@ObjectType({ description: 'A warning of the framework or of a library; repeated warnings are listed once.' })
export class BacktestWarning {
  @Field(() => String, { description: 'The text of the warning.' })
  text!: string;

  @Field(() => Int, { description: 'How often it occurred.' })
  count!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Line of the strategy file, counted from 1; null if there is none.',
  })
  line?: number | undefined;
}
