import { PlatformError } from '@platform/errors';
import { type Connection, ConnectionArguments, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { backtestPage } from '../backtest-page.js';
import type { RuntimeContext } from '../context.js';
import { toEquity } from '../deployment-mapping.js';
import { toTrade } from '../mapping.js';
import { type Backtest, BacktestConnection } from '../schema/backtest.js';
import { Deployment } from '../schema/deployment.js';
import {
  DeploymentEquity,
  type DeploymentTrade,
  DeploymentTradeConnection,
  EquityArguments,
  LogTailArguments,
} from '../schema/deployment-history.js';

const TAIL_LINES_MAX = 1_000;

/** What a deployment did: each is read separately, so that a document may read only so many. */
@Resolver(() => Deployment)
export class DeploymentHistoryResolver {
  @FieldResolver(() => DeploymentTradeConnection, {
    description:
      'The trades that it has closed, those that were closed last first; the newest 50,000 are kept until it is deleted. At most 500 ' +
      'per page and 2,000 in one document, together with those of backtests.',
  })
  async trades(
    @Root() { id }: Deployment,
    @Args(() => ConnectionArguments) page: ConnectionArguments,
    @Ctx() { client, call, tradeAllowance }: RuntimeContext,
  ): Promise<Connection<DeploymentTrade>> {
    tradeAllowance.take(page.first);
    const request = { id, limit: page.first, cursor: page.after };
    const { trades, cursors, nextCursor } = await client.listDeploymentTrades(request, call);
    return toConnection({ nodes: trades.map(toTrade), cursors, nextCursor }, page);
  }

  @FieldResolver(() => DeploymentEquity, {
    description:
      'What it was worth: one point per five minutes in which it said so, kept for 90 days or until it is deleted. One document may ' +
      'request it of 4 deployments.',
  })
  async equity(
    @Root() { id }: Deployment,
    @Args(() => EquityArguments) { from, to }: EquityArguments,
    @Ctx() { client, call, equityAllowance }: RuntimeContext,
  ): Promise<DeploymentEquity> {
    equityAllowance.take(1);
    const { equity } = await client.getDeploymentEquity({ id, fromMs: from?.getTime(), toMs: to?.getTime() }, call);
    return toEquity(equity);
  }

  @FieldResolver(() => [String], {
    description:
      'The last lines of its log, oldest first, in the form of logs. One document may request 5,000 lines in total.',
  })
  async logTail(
    @Root() { id }: Deployment,
    @Args(() => LogTailArguments) { lines }: LogTailArguments,
    @Ctx() { client, call, tailAllowance }: RuntimeContext,
  ): Promise<string[]> {
    if (lines < 1 || lines > TAIL_LINES_MAX)
      throw new PlatformError('invalid_request', {
        details: [{ path: 'lines', message: `must be from 1 to ${TAIL_LINES_MAX}` }],
      });
    tailAllowance.take(lines);
    return (await client.getDeploymentLogs({ id, limit: lines }, call)).logs;
  }

  @FieldResolver(() => BacktestConnection, {
    description:
      "The account's backtests of the same strategy file (codeSha256), newest first. At most 100 per page and 1,000 in one document.",
  })
  async backtests(
    @Root() { codeSha256 }: Deployment,
    @Args(() => ConnectionArguments) page: ConnectionArguments,
    @Ctx() context: RuntimeContext,
  ): Promise<Connection<Backtest>> {
    context.backtestAllowance.take(page.first);
    if (codeSha256 === undefined) throw new PlatformError('unsupported_runtime_record');
    return backtestPage({ codeSha256, statuses: [], limit: page.first, cursor: page.after }, page, context);
  }
}
