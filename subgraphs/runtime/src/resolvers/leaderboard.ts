import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toLeaderboard } from '../leaderboard-mapping.js';
import { Account } from '../schema/account.js';
import {
  Leaderboard,
  LeaderboardSettings,
  UpdateLeaderboardSettingsInput,
  UpdateLeaderboardSettingsPayload,
} from '../schema/leaderboard.js';

/** The public paper deployments, and what an account shows of its own. */
@Resolver(() => Account)
export class LeaderboardResolver {
  @Query(() => Leaderboard, { nullable: true, description: 'Paper deployments that their owners have made public.' })
  async leaderboard(@Ctx() { client, call }: RuntimeContext): Promise<Leaderboard> {
    const { leaderboard } = await client.getLeaderboard({}, call);
    return toLeaderboard(leaderboard);
  }

  @FieldResolver(() => LeaderboardSettings, { nullable: true, description: 'What it lets the leaderboard show.' })
  async leaderboardSettings(@Ctx() { client, call }: RuntimeContext): Promise<LeaderboardSettings> {
    const { settings } = await client.getLeaderboardSettings({}, call);
    return required(settings);
  }

  @Mutation(() => UpdateLeaderboardSettingsPayload, {
    nullable: true,
    description:
      'Lets the leaderboard show the paper deployments of the account, or no longer, at once. Safe to repeat. Needs a key that may trade.',
  })
  async updateLeaderboardSettings(
    @Arg('input', () => UpdateLeaderboardSettingsInput, { description: 'What may be shown from now on.' })
    { shown }: UpdateLeaderboardSettingsInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<UpdateLeaderboardSettingsPayload> {
    const { settings } = await client.updateLeaderboardSettings({ shown }, call);
    return { settings: required(settings) };
  }
}

function required(settings: LeaderboardSettings | null): LeaderboardSettings {
  if (settings === null) throw new Error('the runtime service returned no settings');
  return settings;
}
