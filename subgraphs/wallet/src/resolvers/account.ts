import { PlatformError } from '@platform/errors';
import { type Connection, CreatedArguments, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toLedgerLine, toTradingAccount } from '../mapping.js';
import { Account } from '../schema/account.js';
import { type LedgerLine, LedgerLineConnection } from '../schema/ledger.js';
import { TradingAccount } from '../schema/trading-account.js';
import { Wallet } from '../schema/wallet.js';

/** Fields that the wallet service adds to an account. */
@Resolver(() => Account)
export class AccountResolver {
  @FieldResolver(() => Wallet, { nullable: true, description: 'Its managed wallet; visible to its owner only.' })
  wallet(@Root() account: Account, @Ctx() { caller }: WalletContext): Wallet {
    requireOwn(account, caller);
    return new Wallet();
  }

  @FieldResolver(() => [TradingAccount], {
    nullable: true,
    description:
      'Its trading accounts at a venue by their index: one per wallet; visible to its owner only. At most 100.',
  })
  async tradingAccounts(
    @Root() account: Account,
    @Arg('venue', () => String, { description: 'Id of a venue that wallets trade at.' }) venue: string,
    @Ctx() { caller, client, call }: WalletContext,
  ): Promise<TradingAccount[]> {
    requireOwn(account, caller);
    return (await client.listTradingAccounts({ venue }, call)).accounts.map(toTradingAccount);
  }

  @FieldResolver(() => LedgerLineConnection, {
    nullable: true,
    description:
      'Its statement: each movement of its money, newest first; visible to its owner only. At most 100 lines per page; the times ' +
      'are those of booking.',
  })
  async ledger(
    @Root() account: Account,
    @Args(() => CreatedArguments) page: CreatedArguments,
    @Ctx() { caller, client, call }: WalletContext,
  ): Promise<Connection<LedgerLine>> {
    requireOwn(account, caller);
    const { lines, cursors, nextCursor } = await client.listLedger(createdRequest(page), call);
    return toConnection({ nodes: lines.map(toLedgerLine), cursors, nextCursor }, page);
  }
}

function requireOwn(account: Account, caller: WalletContext['caller']): void {
  if (caller.kind !== 'user' || caller.accountId !== account.id) throw new PlatformError('not_found');
}
