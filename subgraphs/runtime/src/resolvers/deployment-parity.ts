import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toParity } from '../parity-mapping.js';
import { Deployment } from '../schema/deployment.js';
import {
  DeploymentParity,
  StartDeploymentParityInput,
  StartDeploymentParityPayload,
} from '../schema/deployment-parity.js';

/** Strategies are checked one at a time, so a request may wait for others. */
const START_TIMEOUT_MS = 20_000;

/** Deployments beside backtests of their own periods. */
@Resolver(() => Deployment)
export class DeploymentParityResolver {
  @FieldResolver(() => DeploymentParity, {
    nullable: true,
    description:
      'How its trades differ from those of a backtest of its own period, and why: the report that was asked for last; null if there was ' +
      'none, or its backtest was deleted. One document may request it of 2 deployments.',
  })
  async parity(
    @Root() { id }: Deployment,
    @Ctx() { client, call, parityAllowance }: RuntimeContext,
  ): Promise<DeploymentParity | null> {
    parityAllowance.take(1);
    const { parity } = await client.getDeploymentParity({ id }, call);
    return parity == null ? null : toParity(parity);
  }

  @Mutation(() => StartDeploymentParityPayload, {
    nullable: true,
    description:
      "Queues a backtest of a deployment's own period, up to where history is stored, to compare both; while one is under way it is " +
      'returned. Needs a key that may trade.',
  })
  async startDeploymentParity(
    @Arg('input', () => StartDeploymentParityInput, { description: 'The deployment to compare.' })
    { id }: StartDeploymentParityInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<StartDeploymentParityPayload> {
    const { parity } = await client.startDeploymentParity({ id }, { ...call, timeoutMs: START_TIMEOUT_MS });
    if (parity == null) throw new Error('the runtime service returned no report');
    return { parity: toParity(parity) };
  }
}
