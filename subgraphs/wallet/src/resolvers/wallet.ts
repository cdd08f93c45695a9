import { PlatformError } from '@platform/errors';
import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
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
  id(@Ctx() { caller }: WalletContext): string {
    if (caller.kind !== 'user') throw new PlatformError('unauthorized');
    return caller.accountId;
  }

  @FieldResolver(() => String, { description: 'Checksummed EVM address.' })
  async address(@Ctx() { callersWallet }: WalletContext): Promise<string> {
    return (await callersWallet()).address;
  }

  @FieldResolver(() => DepositInstructions, { description: 'How to deposit money into it.' })
  async deposit(@Ctx() { callersWallet }: WalletContext): Promise<DepositInstructions> {
    return (await callersWallet()).deposit;
  }

  @FieldResolver(() => WalletBalance, {
    nullable: true,
    description: 'Its balances, read from the chains and venues at the time of the request.',
  })
  async balance(@Ctx() { callersWallet }: WalletContext): Promise<WalletBalance> {
    return (await callersWallet()).balance;
  }

  @FieldResolver(() => VenueSummaries, { nullable: true, description: "The wallet's state at each venue." })
  async venues(@Ctx() { callersWallet }: WalletContext): Promise<VenueSummaries> {
    return (await callersWallet()).venues;
  }

  @FieldResolver(() => DepositConnection, {
    description: 'Deposits that it received, newest first; at most 100 per page.',
  })
  async deposits(
    @Args(() => DepositsArguments) page: DepositsArguments,
    @Ctx() { client, call }: WalletContext,
  ): Promise<Connection<Deposit>> {
    const request = { status: page.status, ...createdRequest(page) };
    const { deposits, cursors, nextCursor } = await client.listDeposits(request, call);
    return toConnection({ nodes: deposits.map(toDeposit), cursors, nextCursor }, page);
  }
}
