import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toOpenOrder } from '../mapping.js';
import { OpenOrder, Position } from '../schema/holdings.js';
import { Wallet } from '../schema/wallet.js';

const VENUE = 'Id of a venue that wallets trade at.';
const ACCOUNT = "The account's wallet, by its EVM address, as executions name it; left out: this one.";
const UNREAD = 'Null, beside an error, where it can not be read.';

/** Positions and open orders of the caller's wallet at a venue, as the venue reports them. */
@Resolver(() => Wallet)
export class HoldingResolver {
  @FieldResolver(() => [Position], {
    nullable: true,
    description: `Its positions at a venue now, on the venue's own exchange. ${UNREAD}`,
  })
  async positions(
    @Root() wallet: Wallet,
    @Arg('venue', () => String, { description: VENUE }) venue: string,
    @Arg('accountAddress', () => String, { nullable: true, description: ACCOUNT }) accountAddress: string | undefined,
    @Ctx() { client, call }: WalletContext,
  ): Promise<Position[]> {
    return (await client.listPositions({ venue, accountAddress: accountAddress ?? wallet.accountAddress }, call))
      .positions;
  }

  @FieldResolver(() => [OpenOrder], {
    nullable: true,
    description: `Its unfilled orders at a venue now, on the venue's own exchange. ${UNREAD}`,
  })
  async openOrders(
    @Root() wallet: Wallet,
    @Arg('venue', () => String, { description: VENUE }) venue: string,
    @Arg('accountAddress', () => String, { nullable: true, description: ACCOUNT }) accountAddress: string | undefined,
    @Ctx() { client, call }: WalletContext,
  ): Promise<OpenOrder[]> {
    return (
      await client.listOpenOrders({ venue, accountAddress: accountAddress ?? wallet.accountAddress }, call)
    ).openOrders.map(toOpenOrder);
  }
}
