import { PlatformError } from '@platform/errors';
import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toDeposit } from '../mapping.js';
import { type Deposit, DepositConnection, DepositsArguments } from '../schema/deposit.js';
import { VenueSummaries } from '../schema/venues.js';
import { DepositInstructions, Wallet, WalletBalance } from '../schema/wallet.js';

/** The caller's wallet, part by part. */
@Resolver(() => Wallet)
export class WalletResolver {
  @Query(() => Wallet, { nullable: true, description: "The caller's managed wallet." })
  wallet(@Ctx() { caller }: WalletContext): Wallet {
    if (caller.kind !== 'user') throw new PlatformError('unauthorized');
    return new Wallet();
  }

  @FieldResolver(() => ID, { description: 'Unique id, for client caches; no field takes it as an argument.' })
  id(@Root() { accountAddress }: Wallet, @Ctx() { caller }: WalletContext): string {
    if (caller.kind !== 'user') throw new PlatformError('unauthorized');
    return accountAddress ?? caller.accountId;
  }

  @FieldResolver(() => String, { description: 'Checksummed EVM address.' })
  async address(@Root() { accountAddress }: Wallet, @Ctx() { walletAt }: WalletContext): Promise<string> {
    return (await walletAt(accountAddress)).address;
  }

  @FieldResolver(() => DepositInstructions, { description: 'How to deposit money into it.' })
  async deposit(@Root() { accountAddress }: Wallet, @Ctx() { walletAt }: WalletContext): Promise<DepositInstructions> {
    return (await walletAt(accountAddress)).deposit;
  }

  @FieldResolver(() => WalletBalance, {
    nullable: true,
    description: 'Its balances, read from the chains and venues at the time of the request.',
  })
  async balance(@Root() { accountAddress }: Wallet, @Ctx() { walletAt }: WalletContext): Promise<WalletBalance> {
    return (await walletAt(accountAddress)).balance;
  }

  @FieldResolver(() => VenueSummaries, { nullable: true, description: "The wallet's state at each venue." })
  async venues(@Root() { accountAddress }: Wallet, @Ctx() { walletAt }: WalletContext): Promise<VenueSummaries> {
    return (await walletAt(accountAddress)).venues;
  }

  @FieldResolver(() => DepositConnection, {
    description:
      'Deposits that it received, newest first; at most 100 per page. The primary wallet lists those of all wallets of its owner.',
  })
  async deposits(
    @Root() { accountAddress }: Wallet,
    @Args(() => DepositsArguments) page: DepositsArguments,
    @Ctx() { client, call }: WalletContext,
  ): Promise<Connection<Deposit>> {
    const request = { accountAddress, status: page.status, ...createdRequest(page) };
    const { deposits, cursors, nextCursor } = await client.listDeposits(request, call);
    return toConnection({ nodes: deposits.map(toDeposit), cursors, nextCursor }, page);
  }
}
