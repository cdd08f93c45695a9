import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Later } from './outcome.js';

/** The checks that a request may name. */
export const BacktestCheckName = { lookahead: 'lookahead', recursive: 'recursive' };
registerEnumType(BacktestCheckName, {
  name: 'BacktestCheckName',
  description: "A check of a strategy by its framework's own command.",
  valuesConfig: {
    lookahead: { description: 'Whether entries, exits or indicators depend on candles after them.' },
    recursive: { description: 'Whether indicators depend on how many candles come before them.' },
  },
});

const CheckStatus = { pending: 'pending', passed: 'passed', failed: 'failed', error: 'error' };
registerEnumType(CheckStatus, {
  name: 'CheckStatus',
  description: 'Status of a check of a strategy.',
  valuesConfig: {
    pending: { description: 'The backtest has not ended yet.' },
    passed: { description: 'It found nothing.' },
    failed: { description: 'It found a bias: the result of the backtest is not reliable.' },
    error: { description: 'It could not run; message says why.' },
  },
});

@ObjectType({
  description: "The framework's check for entries, exits and indicators that depend on candles after them.",
})
export class LookaheadCheck {
  @Field(() => CheckStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => String, { nullable: true, description: 'Why it could not run; null unless its status is error.' })
  message?: string | undefined;

  @Field(() => Int, { nullable: true, description: 'Trades that were examined; null until it has run.' })
  totalSignals?: number | undefined;

  @Field(() => Int, {
    nullable: true,
    description: 'Of these, those whose entry depended on later candles; null until it has run.',
  })
  biasedEntrySignals?: number | undefined;

  @Field(() => Int, {
    nullable: true,
    description: 'Of these, those whose exit depended on later candles; null until it has run.',
  })
  biasedExitSignals?: number | undefined;

  @Field(() => [String], { description: 'Columns that depended on later candles, the first 200.' })
  biasedIndicators!: Later<string[]>;
}

@ObjectType({ description: 'Difference of an indicator at a given number of start-up candles.' })
export class StartupDifference {
  @Field(() => Int, { description: 'Number of start-up candles.' })
  startupCandles!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'In percent of the value with all candles; null if the two values have no ratio.',
  })
  differencePct?: number | undefined;
}

@ObjectType({ description: "How an indicator's last value depends on the number of candles before it." })
export class RecursiveIndicator {
  @Field(() => String, { description: 'Name of its column.' })
  indicator!: string;

  @Field(() => [StartupDifference], {
    description: 'One entry per number of start-up candles at which it differs, ascending, at most 20.',
  })
  differences!: StartupDifference[];
}

@ObjectType({ description: "The framework's check for indicators that depend on how many candles come before them." })
export class RecursiveCheck {
  @Field(() => CheckStatus, {
    description:
      "Its status: failed if an indicator differs at the strategy's own number of start-up candles, or looks ahead.",
  })
  status!: string;

  @Field(() => String, { nullable: true, description: 'Why it could not run; null unless its status is error.' })
  message?: string | undefined;

  @Field(() => Int, {
    nullable: true,
    description: "The strategy's own number of start-up candles; null until it has run.",
  })
  startupCandles?: number | undefined;

  @Field(() => [RecursiveIndicator], { description: 'The indicators that differ, the first 200.' })
  indicators!: Later<RecursiveIndicator[]>;

  @Field(() => [String], { description: 'Columns that depended on later candles, the first 200.' })
  lookaheadIndicators!: Later<string[]>;
}

@ObjectType({ description: 'The checks that a backtest request named. They do not affect its result.' })
export class BacktestChecks {
  @Field(() => LookaheadCheck, {
    nullable: true,
    description: 'Whether the strategy looks ahead; null unless requested.',
  })
  lookahead?: LookaheadCheck | undefined;

  @Field(() => RecursiveCheck, {
    nullable: true,
    description: 'Whether its indicators depend on how many candles come before them; null unless requested.',
  })
  recursive?: RecursiveCheck | undefined;
}
