import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A paper deployment that its owner has made public.' })
export class RankedStrategy {
  @Field(() => Int, { description: 'Its rank, starting at 1.' })
  displayRank!: number;

  @Field(() => String, { description: 'Name that its owner gave it.' })
  name!: string;

  @Field(() => String, { description: 'Id of the framework that runs it.' })
  framework!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => [String], { description: 'Canonical symbols.' })
  symbols!: string[];

  @Field(() => Boolean, { description: "Whether prices were made up, as a sandbox's are." })
  simulated!: boolean;

  @Field(() => Float, { description: 'Days since it started.' })
  daysRunning!: number;

  @Field(() => Float, { description: 'Profit in percent of the starting balance.' })
  profitPct!: number;

  @Field(() => Float, { description: 'Largest fall from a high, in percent.' })
  maxDrawdownPct!: number;

  @Field(() => Int, { description: 'Number of closed trades.' })
  trades!: number;

  @Field(() => Float, { description: 'Share of the trades that gained, 0 to 1.' })
  winRate!: number;

  @Field(() => DateTime, { description: 'When it started.' })
  startedAt!: Date;
}

@ObjectType({ description: 'A ranking of paper deployments.' })
export class Leaderboard {
  @Field(() => [RankedStrategy], { description: 'Ordered by rank.' })
  strategies!: RankedStrategy[];

  @Field(() => String, { description: 'What the figures do not represent.' })
  disclaimer!: string;
}
