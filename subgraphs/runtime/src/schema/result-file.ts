import { ConnectionArguments, DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { BacktestFramework, BacktestRange } from './backtest.js';
import { BacktestResult } from './outcome.js';

@ObjectType({
  description: 'Lets those who have it read the result file of one backtest, for seven days, without a credential.',
})
export class BacktestResultLink {
  @Field(() => String, {
    description: 'What backtestResultFile takes. It names the backtest and its account, and is signed.',
  })
  token!: string;

  @Field(() => DateTime, { description: 'When it ends: seven days after it was read.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'What a finished backtest ran, and what it came to.' })
export class BacktestResultFile {
  @Field(() => ID, { description: 'Id of the backtest.' })
  id!: string;

  @Field(() => String, {
    description: 'The strategy class that the request named; the name of the framework if it named none.',
  })
  strategyName!: string;

  @Field(() => BacktestFramework, { description: 'The framework that it ran on.' })
  framework!: BacktestFramework;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => [String], { description: "The framework's aliases of its markets." })
  symbols!: string[];

  @Field(() => BacktestRange, { description: 'The window that it covers.' })
  range!: BacktestRange;

  @Field(() => BacktestResult, { description: 'Its figures.' })
  result!: BacktestResult;

  /** What was asked for: the trades are read when a query selects them. */
  page!: ResultFileArguments;
}

/** Arguments of a result file; the page is that of its trades. */
@ArgsType()
export class ResultFileArguments extends ConnectionArguments {
  @Field(() => String, { description: 'The token of a resultLink.' })
  token!: string;
}
