import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { Account, RuntimeUsage } from '../schema/account.js';

/** What the runtime adds to an account; the reference resolver lets none but the caller's own through. */
@Resolver(() => Account)
export class AccountResolver {
  @FieldResolver(() => RuntimeUsage, {
    nullable: true,
    description: 'How many backtests and deployments it runs and what they store, and how much of each it may.',
  })
  async runtimeUsage(@Ctx() { client, call }: RuntimeContext): Promise<RuntimeUsage> {
    const { usage } = await client.getUsage({}, call);
    if (usage === null) throw new Error('the runtime service answered no usage');
    return usage;
  }
}
