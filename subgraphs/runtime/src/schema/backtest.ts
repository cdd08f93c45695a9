import { CreatedArguments, connectionType, DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Directive, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BacktestCheckName, BacktestChecks } from './checks.js';
import { LegacyBacktestResult } from './legacy.js';
import { BacktestError, BacktestResult } from './outcome.js';

/** The status of a backtest. */
export const BacktestStatus = { queued: 'queued', running: 'running', finished: 'finished', error: 'error' };
registerEnumType(BacktestStatus, {
  name: 'BacktestStatus',
  description: 'The status of a backtest.',
  valuesConfig: {
    queued: { description: 'It waits in the queue.' },
    running: { description: 'It is running.' },
    finished: { description: 'It has a result.' },
    error: { description: 'It ended without a result; error says why.' },
  },
});

@Directive('@key(fields: "venue symbol", resolvable: false)')
@ObjectType({ description: 'An instrument of a venue.' })
export class Market {
  @Directive('@shareable')
  @Field(() => ID, {
    description: 'Unique id across all venues, for client caches; no field takes it as an argument.',
  })
  id!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical, venue-native symbol, for example BTC/USDC:USDC.' })
  symbol!: string;
}

@ObjectType({ description: 'The framework that a backtest runs on, pinned.' })
export class BacktestFramework {
  @Field(() => ID, {
    description: 'Unique id of this framework version, for client caches; no field takes it as an argument.',
  })
  id!: string;

  @Field(() => String, { description: 'freqtrade or nautilus. More frameworks may be added.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Digest of the image that it ran on: sha256: and 64 hex characters; null for a legacy record without it.',
  })
  imageDigest?: string | undefined;
}

@ObjectType({ description: 'The strategy of a backtest, as its caller sent it.' })
export class BacktestStrategy {
  @Field(() => String, { description: 'The strategy: one file.' })
  code!: string;

  @Field(() => String, { description: "The framework's own config: a JSON object as text." })
  configJson!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The strategy class to run; null if the request named none.',
  })
  strategyClass?: string | undefined;
}

@ObjectType({ description: 'The window that a backtest covers, as requested.' })
export class BacktestRange {
  @Field(() => String, {
    description: 'Where it starts: a date, YYYY-MM-DD, at its midnight UTC, or a timestamp.',
  })
  from!: string;

  @Field(() => String, { description: 'Where it ends: a date, YYYY-MM-DD, at its midnight UTC, or a timestamp.' })
  to!: string;
}

@ObjectType({ description: 'Progress of a run, as the run reports it.' })
export class BacktestProgress {
  @Field(() => Float, {
    description: 'Share of its window that has been simulated, from 0 to 1. It never decreases during a run.',
  })
  fraction!: number;

  @Field(() => DateTime, { description: 'The simulated instant.' })
  simulatedAt!: Date;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A run of a strategy over stored history.' })
export class Backtest {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name that its caller gave it; null if it has none.' })
  name?: string | undefined;

  @Field(() => BacktestStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => Boolean, {
    description: 'Whether it is queued but no worker takes it until startBacktest. It was created with hold.',
  })
  held!: boolean;

  @Field(() => BacktestFramework, { description: 'The framework that it runs on.' })
  framework!: BacktestFramework;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => [String], { description: "The framework's aliases of its markets." })
  symbols!: string[];

  @Field(() => [Market], {
    nullable: 'items',
    description: 'Its markets, in the order of symbols. One that cannot be read is null, with an error.',
  })
  markets!: Market[];

  @Field(() => String, {
    nullable: true,
    description:
      'Dataset release that it reads: one id per market, in the order of the symbols, separated by commas; outcomes of ' +
      'one prediction market share an id. Null if the venue has no release pipeline, and until it is known if the ' +
      'framework had to be installed first.',
  })
  release?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of its strategy file, in lower-case hex; null for a run from before this was recorded.',
  })
  codeSha256?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256 of its config as JSON text (strategy.configJson), in lower-case hex; null for a run from before this was ' +
      'recorded.',
  })
  configSha256?: string | undefined;

  @Field(() => Int, {
    nullable: true,
    description: 'Seed of its random numbers; null for a run from before this was recorded.',
  })
  seed?: number | undefined;

  @Field(() => BacktestRange, { description: 'The window that it covers.' })
  range!: BacktestRange;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was requested; null for a legacy record without it.',
  })
  createdAt?: Date | undefined;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its run started; null while it waits, and for a legacy record without it.',
  })
  startedAt?: Date | undefined;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it ended; null until then, and for a legacy record without it.',
  })
  finishedAt?: Date | undefined;

  @Field(() => DateTime, { nullable: true, description: 'When it was deleted; null unless it was.' })
  deletedAt?: Date | undefined;

  @Field(() => BacktestProgress, {
    nullable: true,
    description: 'Progress of its run; null unless it is running and has begun to simulate.',
  })
  progress?: BacktestProgress | undefined;

  @Field(() => BacktestResult, {
    nullable: true,
    description: 'Its figures; null until it is finished, and for a legacy record.',
  })
  result?: BacktestResult | undefined;

  @Field(() => LegacyBacktestResult, {
    nullable: true,
    description: 'The figures that a legacy record kept; null for any other backtest, and if it kept none.',
  })
  legacyResult?: LegacyBacktestResult | undefined;

  @Field(() => BacktestError, { nullable: true, description: 'Why it has no result; null unless its status is error.' })
  error?: BacktestError | undefined;

  @Field(() => BacktestChecks, {
    nullable: true,
    description: 'Results of the checks of its strategy; null if none were requested.',
  })
  checks?: BacktestChecks | undefined;
}

/** A page of backtests. */
export const BacktestConnection = connectionType(Backtest, 'Backtest');

/** Arguments of the list of backtests. */
@ArgsType()
export class BacktestsArguments extends CreatedArguments {
  @Field(() => BacktestStatus, { nullable: true, description: 'Only backtests with this status.' })
  status?: string;

  @Field(() => [BacktestStatus], {
    nullable: true,
    description: 'Only backtests with any of these statuses: at least one, each named once. With status both apply.',
  })
  statuses?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only backtests that are held, or only those that are not.' })
  held?: boolean;

  @Field(() => String, { nullable: true, description: 'Only backtests with exactly this name.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Only backtests on this venue.' })
  venue?: string;

  @Field(() => String, { nullable: true, description: 'Only backtests on the market with this canonical symbol.' })
  symbol?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only backtests of the strategy file with this SHA-256, in lower-case hex.',
  })
  codeSha256?: string;
}

@InputType({ description: 'The window of a backtest.' })
export class BacktestRangeInput {
  @Field(() => String, {
    description:
      'A date, YYYY-MM-DD: the window starts at its midnight UTC. For nautilus also a timestamp with a zone, to the millisecond.',
  })
  from!: string;

  @Field(() => String, {
    description:
      "A date, YYYY-MM-DD: the window ends at its midnight UTC, as freqtrade's own time range does. For nautilus also a timestamp.",
  })
  to!: string;
}

@InputType({ description: 'A backtest to queue.' })
export class CreateBacktestInput {
  @Field(() => String, { description: 'freqtrade or nautilus. More frameworks may be added.' })
  framework!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => [String], { description: "The framework's aliases of the markets: 1 to 50, without duplicates." })
  symbols!: string[];

  @Field(() => String, { description: 'The strategy: one file, at most 256 KiB.' })
  code!: string;

  @Field(() => String, {
    description:
      "The framework's own config: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond 2^53.",
  })
  configJson!: string;

  @Field(() => BacktestRangeInput, {
    description: 'The window to cover; it must lie inside the stored history.',
  })
  range!: BacktestRangeInput;

  @Field(() => String, {
    nullable: true,
    description:
      'The strategy class to run: a Python identifier of 1 to 100 characters. May be omitted if the file holds only ' +
      'one.',
  })
  strategyClass?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction. Names need not be unique.',
  })
  name?: string;

  @Field(() => [BacktestCheckName], {
    nullable: true,
    description:
      'Checks of the strategy to run after the backtest has finished, each at most once. They do not affect its result. ' +
      'A request for a check that the framework does not have is refused.',
  })
  checks?: string[];

  @Field(() => String, { nullable: true, description: 'A listed image digest; the current one if omitted.' })
  imageDigest?: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether no worker takes it until startBacktest; no if omitted. It counts as queued, and can be deleted.',
  })
  hold?: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      '1 to 255 visible ASCII characters. For 24 hours, repeating a request with the same key returns the first response.',
  })
  idempotencyKey?: string;
}

@ObjectType({ description: 'A queued backtest.' })
export class CreateBacktestPayload {
  @Field(() => Backtest, { description: 'The record when it was queued. A replay returns it unchanged.' })
  backtest!: Backtest;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;
}

@InputType({ description: 'A held backtest to start.' })
export class StartBacktestInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType({ description: 'A backtest that is no longer held.' })
export class StartBacktestPayload {
  @Field(() => Backtest, { description: 'The record as it is now.' })
  backtest!: Backtest;

  @Field(() => Boolean, { description: 'Whether it was held until now.' })
  wasHeld!: boolean;
}

@InputType({ description: 'A backtest to cancel.' })
export class CancelBacktestInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType({ description: 'A backtest that is not to run any further.' })
export class CancelBacktestPayload {
  @Field(() => Backtest, { description: 'The record as it is now. If it had not ended, it has the error cancelled.' })
  backtest!: Backtest;
}

@InputType({ description: 'A backtest to delete.' })
export class DeleteBacktestInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType({ description: 'A deleted backtest.' })
export class DeleteBacktestPayload {
  @Field(() => Backtest, {
    description: 'The deleted record. If it was running or queued, it has ended with the error cancelled.',
  })
  backtest!: Backtest;
}
