import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How much of the runtime an account uses, and how much it may.' })
export class RuntimeUsage {
  @Field(() => Int, { description: 'Backtests that run.' })
  runningBacktests!: number;

  @Field(() => Int, { description: 'Backtests that wait.' })
  queuedBacktests!: number;

  @Field(() => Int, { description: 'Deployments that run.' })
  runningDeployments!: number;

  @Field(() => Int, { description: 'Backtests that may run at once.' })
  concurrentBacktestsLimit!: number;

  @Field(() => Int, { description: 'Backtests that may wait.' })
  queuedBacktestsLimit!: number;

  @Field(() => Int, { description: 'Deployments that may run.' })
  runningDeploymentsLimit!: number;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;
}
