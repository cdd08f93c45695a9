import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How many backtests and deployments an account runs, and how many it may run.' })
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
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
