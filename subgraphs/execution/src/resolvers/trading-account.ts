import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { parseTradingAccountId, tradingAccountId } from '@platform/venues/trading-accounts';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ExecutionContext } from '../context.js';
import { toExecution } from '../mapping.js';
import { AccountExecutionsArguments, Execution, ExecutionConnection } from '../schema/execution.js';
import { TradingAccount } from '../schema/trading-account.js';

/** The account that an execution acts for. */
@Resolver(() => Execution)
export class ExecutionAccountResolver {
  @FieldResolver(() => TradingAccount, { nullable: true, description: 'The trading account that acts.' })
  tradingAccount(@Root() { venue, accountAddress }: Execution): TradingAccount {
    return { id: tradingAccountId({ venue, address: accountAddress }) };
  }
}

/** Fields that executions add to a trading account. */
@Resolver(() => TradingAccount)
export class TradingAccountResolver {
  @FieldResolver(() => ExecutionConnection, {
    nullable: true,
    description: 'Its executions, newest first; at most 100 per page.',
  })
  async executions(
    @Root() { id }: TradingAccount,
    @Args(() => AccountExecutionsArguments) page: AccountExecutionsArguments,
    @Ctx() { client, call }: ExecutionContext,
  ): Promise<Connection<Execution>> {
    const place = parseTradingAccountId(id);
    if (place === undefined) throw new Error('the id of a trading account names no wallet');
    const request = { venue: place.venue, accountAddress: place.address, status: page.status, ...createdRequest(page) };
    const { executions, cursors, nextCursor } = await client.listExecutions(request, call);
    return toConnection({ nodes: executions.map(toExecution), cursors, nextCursor }, page);
  }
}
