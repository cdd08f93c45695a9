import { PlatformError } from '@platform/errors';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { Account } from '../schema/account.js';
import { Wallet } from '../schema/wallet.js';

/** Fields that the wallet service adds to an account. */
@Resolver(() => Account)
export class AccountResolver {
  @FieldResolver(() => Wallet, { nullable: true, description: 'Its managed wallet; visible to its owner only.' })
  wallet(@Root() account: Account, @Ctx() { caller }: WalletContext): Wallet {
    if (caller.kind !== 'user' || caller.accountId !== account.id) throw new PlatformError('not_found');
    return new Wallet();
  }
}
