import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'How many backtests and deployments an account runs and what they store, and how much of each it may.',
})
export class RuntimeUsage {
  @Field(() => Int, { description: 'How many backtests run now.' })
  runningBacktests!: number;

  @Field(() => Int, { description: 'How many backtests wait.' })
  queuedBacktests!: number;

  @Field(() => Int, { description: 'How many deployments run now.' })
  runningDeployments!: number;

  @Field(() => Int, { description: 'How many backtests may run at once.' })
  concurrentBacktestsLimit!: number;

  @Field(() => Int, { description: 'How many backtests may wait.' })
  queuedBacktestsLimit!: number;

  @Field(() => Int, { description: 'How many deployments may run at once.' })
  runningDeploymentsLimit!: number;

  @Field(() => Int, { description: 'Processor seconds that backtests used within the last hour.' })
  backtestProcessorSeconds!: number;

  @Field(() => Int, {
    description:
      'Processor seconds that backtests may use within an hour. Beyond that none is accepted ' +
      '(processor_time_exhausted), and what waits starts later.',
  })
  backtestProcessorSecondsLimit!: number;
  @Field(() => Float, {
    description:
      'Bytes that backtests hold: requests, logs, trades and results. One that runs counts with the most it may store, a deleted one ' +
      'for up to a minute.',
  })
  storedBytes!: number;

  @Field(() => Float, { description: 'Bytes that backtests may hold.' })
  storedBytesLimit!: number;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
