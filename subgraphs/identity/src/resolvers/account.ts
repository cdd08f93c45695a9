import { Ctx, Query, Resolver } from 'type-graphql';
import type { IdentityContext } from '../context.js';
import { Account } from '../schema/account.js';

/** The caller's account. */
@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, { nullable: true, description: "The caller's account." })
  account(@Ctx() { callersAccount }: IdentityContext): Promise<Account> {
    return callersAccount();
  }
}
