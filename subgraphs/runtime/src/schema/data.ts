import { DateTime } from '@platform/subgraph';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A table of candles that a backtest was fed.' })
export class FedTable {
  @Field(() => String, { description: "The framework's alias of its market." })
  symbol!: string;

  @Field(() => String, { description: 'Its timeframe, for example 1h.' })
  timeframe!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The stored timeframe that it was aggregated from; null where it is stored itself.',
  })
  aggregatedFrom?: string | undefined;

  @Field(() => DateTime, { description: 'When its first candle opens.' })
  from!: Date;

  @Field(() => DateTime, { description: 'When its last candle opens.' })
  to!: Date;

  @Field(() => Int, { description: 'How many candles it holds.' })
  rows!: number;

  @Field(() => [String], {
    description: 'SHA-256 of each stored object that it was read from, lower-case hex, in the order of time.',
  })
  objects!: string[];
}

@ObjectType({ description: 'What a backtest was fed, and the range that it came to.' })
export class BacktestData {
  @Field(() => DateTime, {
    description:
      'When the first candle of the run opens: later than its window where candles for the start-up were missing.',
  })
  from!: Date;

  @Field(() => DateTime, { description: 'When the last candle of the run opens.' })
  to!: Date;

  @Field(() => Int, { description: 'Candles before the window that indicators had to start up.' })
  startupCandles!: number;

  @Field(() => [FedTable], { description: 'The tables that it read.' })
  tables!: FedTable[];
}

@ObjectType({ description: 'A warning of the framework or of a library, once however often it came.' })
export class BacktestWarning {
  @Field(() => String, { description: 'What was warned of.' })
  text!: string;

  @Field(() => Int, { description: 'How often it was.' })
  count!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Line of the strategy file, counted from 1; null where there is none.',
  })
  line?: number | undefined;
}
