import { type Connection, ConnectionArguments, toConnection } from '@platform/rpc/subgraph';
import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toDeployment } from '../deployment-mapping.js';
import { type Deployment, DeploymentConnection } from '../schema/deployment.js';
import { TradingAccount } from '../schema/trading-account.js';

/** Fields that deployments add to a trading account. */
@Resolver(() => TradingAccount)
export class TradingAccountResolver {
  @Directive('@requires(fields: "venue isDefault")')
  @FieldResolver(() => DeploymentConnection, {
    nullable: true,
    description:
      'The live deployments that trade with its money, newest first, without deleted ones; at most 100 per page. They all trade with the ' +
      'primary wallet: other accounts have none.',
  })
  async deployments(
    @Root() { venue, isDefault }: TradingAccount,
    @Args(() => ConnectionArguments) page: ConnectionArguments,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<Connection<Deployment>> {
    if (!isDefault) return toConnection({ nodes: [], cursors: [], nextCursor: undefined }, page);
    const request = { statuses: [], venue, mode: 'live', limit: page.first, cursor: page.after };
    const { deployments, cursors, nextCursor } = await client.listDeployments(request, call);
    return toConnection({ nodes: deployments.map(toDeployment), cursors, nextCursor }, page);
  }
}
