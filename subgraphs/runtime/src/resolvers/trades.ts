import { type Connection, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toTrade } from '../mapping.js';
import { Backtest } from '../schema/backtest.js';
import { type BacktestTrade, BacktestTradeConnection, TradesArguments } from '../schema/trade.js';

/** The trades of a backtest. */
@Resolver(() => Backtest)
export class TradesResolver {
  @FieldResolver(() => BacktestTradeConnection, {
    nullable: true,
    description:
      'The trades that it closed, in the order of the framework. At most 500 per page and 2,000 in one document. Null until ' +
      'it is finished.',
  })
  async trades(
    @Root() { id, status }: Backtest,
    @Args(() => TradesArguments) page: TradesArguments,
    @Ctx() { client, call, tradeAllowance }: RuntimeContext,
  ): Promise<Connection<BacktestTrade> | null> {
    tradeAllowance.take(page.first);
    if (status !== 'finished') return null;
    const { symbol, closedFrom, closedTo } = page;
    const filter = { symbol, closedFromMs: closedFrom?.getTime(), closedToMs: closedTo?.getTime() };
    const response = await client.listBacktestTrades({ id, limit: page.first, cursor: page.after, ...filter }, call);
    const { trades, cursors, nextCursor } = response;
    return toConnection({ nodes: trades.map(toTrade), cursors, nextCursor }, page);
  }
}
