import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { Account, RuntimeUsage } from '../schema/account.js';

/** Fields that the runtime adds to an account; the reference resolver accepts only the caller's own account. */
@Resolver(() => Account)
export class AccountResolver {
  @FieldResolver(() => RuntimeUsage, {
    nullable: true,
    description: 'Its backtests and deployments, the storage that they use, and the limits.',
  })
  async runtimeUsage(@Ctx() { client, call }: RuntimeContext): Promise<RuntimeUsage> {
    const { usage } = await client.getUsage({}, call);
    if (usage === null) throw new Error('the runtime service returned no usage');
    return usage;
  }
}
