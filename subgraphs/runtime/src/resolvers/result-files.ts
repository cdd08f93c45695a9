import { type Connection, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toTrade } from '../mapping.js';
import { toResultFile } from '../result-file-mapping.js';
import { Backtest } from '../schema/backtest.js';
import { BacktestResultFile, BacktestResultLink, ResultFileArguments } from '../schema/result-file.js';
import { type BacktestTrade, BacktestTradeConnection } from '../schema/trade.js';

/** The link to the result file of a backtest. */
@Resolver(() => Backtest)
export class ResultLinkResolver {
  @FieldResolver(() => BacktestResultLink, {
    nullable: true,
    description:
      'A link to its result file, for those who are to have it; another one each time. Null until it is finished, and for a legacy record.',
  })
  async resultLink(
    @Root() { id, status }: Backtest,
    @Ctx() { resultLinks }: RuntimeContext,
  ): Promise<BacktestResultLink | null> {
    return status === 'finished' ? resultLinks.load(id) : null;
  }
}

/** The result files of backtests. */
@Resolver(() => BacktestResultFile)
export class ResultFileResolver {
  @Query(() => BacktestResultFile, {
    nullable: true,
    description:
      'The result file that a link leads to. Needs no credential. Refused as result_link_invalid, result_link_expired, and as ' +
      'backtest_not_found if the backtest was deleted meanwhile.',
  })
  async backtestResultFile(
    @Args(() => ResultFileArguments) page: ResultFileArguments,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<BacktestResultFile> {
    const read = async (tables: boolean) =>
      (await client.getBacktestResultFile({ token: page.token, tables }, call)).file;
    return { ...toResultFile(await read(false), () => read(true)), page };
  }

  @FieldResolver(() => BacktestTradeConnection, {
    description:
      'The trades that it closed, in the order of the framework: the page that first and after of the file name, of at most 500.',
  })
  async trades(
    @Root() { page }: BacktestResultFile,
    @Ctx() { client, call, tradeAllowance }: RuntimeContext,
  ): Promise<Connection<BacktestTrade>> {
    const { token, first, after } = page;
    tradeAllowance.take(first);
    const response = await client.listBacktestResultFileTrades({ token, limit: first, cursor: after }, call);
    const { trades, cursors, nextCursor } = response;
    return toConnection({ nodes: trades.map(toTrade), cursors, nextCursor }, page);
  }
}
