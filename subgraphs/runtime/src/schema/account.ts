import { Directive, Field, Float, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Backtests and deployments of an account, the storage that they use, and the limits.',
})
export class RuntimeUsage {
  @Field(() => Int, { description: 'Number of running backtests.' })
  runningBacktests!: number;

  @Field(() => Int, { description: 'Number of queued backtests, those that are held among them.' })
  queuedBacktests!: number;

  @Field(() => Int, { description: 'Number of running deployments.' })
  runningDeployments!: number;

  @Field(() => Int, { description: 'How many backtests may run at once.' })
  concurrentBacktestsLimit!: number;

  @Field(() => Int, { description: 'How many backtests may be queued or held.' })
  queuedBacktestsLimit!: number;

  @Field(() => Int, { description: 'How many deployments may run at once.' })
  runningDeploymentsLimit!: number;

  @Field(() => Int, { description: 'Processor seconds that backtests used within the last hour.' })
  backtestProcessorSeconds!: number;

  @Field(() => Int, {
    description:
      'Processor seconds that backtests may use within an hour. Beyond that, new ones are refused ' +
      '(processor_time_exhausted), and queued ones start later.',
  })
  backtestProcessorSecondsLimit!: number;
  @Field(() => Float, {
    description:
      'Bytes that backtests store: requests, logs, trades and results. A running one counts as the most that it may store; ' +
      'a deleted one counts for up to a minute.',
  })
  storedBytes!: number;

  @Field(() => Float, { description: 'Bytes that backtests may store.' })
  storedBytesLimit!: number;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
