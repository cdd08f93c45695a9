import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'A paper deployment that its owner has made public. It is shown while it runs, once it has run for a day since it was last ' +
    'started and has closed a trade; its figures count from its first start.',
})
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

  @Field(() => Boolean, { description: 'Whether the money is simulated: true for paper.' })
  simulated!: boolean;

  @Field(() => Float, { description: 'Days since it started.' })
  daysRunning!: number;

  @Field(() => Float, { description: 'Profit in percent of the starting balance, open trades included.' })
  profitPct!: number;

  @Field(() => Float, { description: 'Largest fall from a high, in percent of the high.' })
  maxDrawdownPct!: number;

  @Field(() => Int, { description: 'Number of closed trades.' })
  trades!: number;

  @Field(() => Float, { description: 'Share of the closed trades that gained, 0 to 1.' })
  winRate!: number;

  @Field(() => DateTime, { description: 'When it first started.' })
  startedAt!: Date;
}

@ObjectType({ description: 'A ranking of paper deployments.' })
export class Leaderboard {
  @Field(() => [RankedStrategy], {
    description:
      'At most 100, ordered by rank: the greater profit in percent first, of equal ones the smaller fall, then the earlier start.',
  })
  strategies!: RankedStrategy[];

  @Field(() => String, { description: 'What the figures do not represent.' })
  disclaimer!: string;
}

@ObjectType({ description: 'What an account lets the leaderboard show.' })
export class LeaderboardSettings {
  @Field(() => Boolean, {
    description: 'Whether its paper deployments are shown, by their names; false until the account asks for it.',
  })
  shown!: boolean;
}

@InputType({ description: 'What the leaderboard may show from now on.' })
export class UpdateLeaderboardSettingsInput {
  @Field(() => Boolean, { description: 'Whether the paper deployments of the account are shown, by their names.' })
  shown!: boolean;
}

@ObjectType({ description: 'Changed settings.' })
export class UpdateLeaderboardSettingsPayload {
  @Field(() => LeaderboardSettings, { description: 'The settings as they are now.' })
  settings!: LeaderboardSettings;
}
