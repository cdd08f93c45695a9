import { PlatformError } from '@platform/errors';
import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toDeployment, toExpiryChange } from '../deployment-mapping.js';
import {
  Deployment,
  DeploymentConnection,
  DeploymentStrategy,
  DeploymentsArguments,
  LogArguments,
} from '../schema/deployment.js';
import {
  AttachDeploymentCredentialsInput,
  AttachDeploymentCredentialsPayload,
  CreateDeploymentInput,
  CreateDeploymentPayload,
  DeleteDeploymentInput,
  DeleteDeploymentPayload,
  HaltDeploymentsInput,
  HaltDeploymentsPayload,
  StartDeploymentInput,
  StartDeploymentPayload,
  StopDeploymentInput,
  StopDeploymentPayload,
  UpdateDeploymentInput,
  UpdateDeploymentPayload,
} from '../schema/deployment-actions.js';
import { DeploymentMetrics } from '../schema/deployment-metrics.js';

/** Strategies are checked one at a time, so a request may wait for others. */
const CREATE_TIMEOUT_MS = 20_000;

/** The caller's deployments. */
@Resolver(() => Deployment)
export class DeploymentResolver {
  @Query(() => Deployment, {
    nullable: true,
    description: "One of the caller's deployments; a deleted one for 30 days.",
  })
  async deployment(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { deployments }: RuntimeContext,
  ): Promise<Deployment> {
    const deployment = await deployments.load(id);
    if (deployment === null) throw new PlatformError('deployment_not_found');
    return deployment;
  }

  @Query(() => DeploymentConnection, {
    nullable: true,
    description: "The caller's deployments, newest first; at most 100 per page.",
  })
  async deployments(
    @Args(() => DeploymentsArguments) page: DeploymentsArguments,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<Connection<Deployment>> {
    const { status, statuses = [], venue, framework, mode } = page;
    const request = { status, statuses, venue, framework, mode, ...createdRequest(page) };
    const { deployments, cursors, nextCursor } = await client.listDeployments(request, call);
    return toConnection({ nodes: deployments.map(toDeployment), cursors, nextCursor }, page);
  }

  @FieldResolver(() => DeploymentMetrics)
  metrics(@Root() { metrics }: Deployment): DeploymentMetrics {
    if (metrics === undefined) throw new PlatformError('unsupported_runtime_record');
    return metrics;
  }

  @FieldResolver(() => DeploymentStrategy, {
    nullable: true,
    description: 'What it runs; null once it is deleted. One document may request the strategies of 100 deployments.',
  })
  strategy(
    @Root() { id }: Deployment,
    @Ctx() { deploymentStrategies }: RuntimeContext,
  ): Promise<DeploymentStrategy | null> {
    return deploymentStrategies.load(id);
  }

  @FieldResolver(() => [String], {
    description:
      'The newest lines of its log, oldest first, of the last 7 days. Each is a time stamp (RFC 3339, nanoseconds, UTC), a space ' +
      'and the message.',
  })
  async logs(
    @Root() { id }: Deployment,
    @Args(() => LogArguments) { since, limit }: LogArguments,
    @Ctx() { client, call, deploymentLogAllowance }: RuntimeContext,
  ): Promise<string[]> {
    deploymentLogAllowance.take(1);
    return (await client.getDeploymentLogs({ id, sinceMs: since?.getTime(), limit }, call)).logs;
  }

  @Mutation(() => CreateDeploymentPayload, {
    nullable: true,
    description: 'Checks a strategy and records its deployment, which does not run yet. Needs a key that may trade.',
  })
  async createDeployment(
    @Arg('input', () => CreateDeploymentInput, { description: 'The deployment to create.' })
    { aliveUntil, ...same }: CreateDeploymentInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<CreateDeploymentPayload> {
    const request = { ...same, aliveUntilMs: aliveUntil?.getTime() };
    const { deployment, replayed } = await client.createDeployment(request, { ...call, timeoutMs: CREATE_TIMEOUT_MS });
    return { deployment: required(deployment), replayed };
  }

  @Mutation(() => StartDeploymentPayload, {
    nullable: true,
    description: 'Starts a deployment. Safe to repeat. Needs a key that may trade.',
  })
  async startDeployment(
    @Arg('input', () => StartDeploymentInput, { description: 'The deployment to start.' })
    { id, ...expiry }: StartDeploymentInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<StartDeploymentPayload> {
    const { deployment } = await client.startDeployment({ id, expiry: toExpiryChange(expiry) }, call);
    return { deployment: required(deployment) };
  }

  @Mutation(() => StopDeploymentPayload, {
    nullable: true,
    description: 'Stops a deployment, and leaves what it holds as it is. Safe to repeat. Needs a key that may trade.',
  })
  async stopDeployment(
    @Arg('input', () => StopDeploymentInput, { description: 'The deployment to stop.' }) { id }: StopDeploymentInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<StopDeploymentPayload> {
    const { deployment } = await client.stopDeployment({ id }, call);
    return { deployment: required(deployment) };
  }

  @Mutation(() => UpdateDeploymentPayload, {
    nullable: true,
    description: "Changes a deployment's name or its expiry. Needs a key that may trade.",
  })
  async updateDeployment(
    @Arg('input', () => UpdateDeploymentInput, { description: 'The deployment to change.' })
    { id, name, ...expiry }: UpdateDeploymentInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<UpdateDeploymentPayload> {
    const { deployment } = await client.updateDeployment({ id, name, expiry: toExpiryChange(expiry) }, call);
    return { deployment: required(deployment) };
  }

  @Mutation(() => DeleteDeploymentPayload, {
    nullable: true,
    description:
      'Deletes a deployment: its process and all that it kept. Refused while it holds positions, unless they are acknowledged. ' +
      'Safe to repeat. Needs a key that may trade.',
  })
  async deleteDeployment(
    @Arg('input', () => DeleteDeploymentInput, { description: 'The deployment to delete.' })
    { id, acknowledgePositionsOpen = false }: DeleteDeploymentInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<DeleteDeploymentPayload> {
    const request = { id, positionsAcknowledged: acknowledgePositionsOpen };
    const { deployment, unmanagedPositions } = await client.deleteDeployment(request, call);
    return { deployment: required(deployment), unmanagedPositions };
  }

  @Mutation(() => AttachDeploymentCredentialsPayload, {
    nullable: true,
    description:
      'Gives a deployment what it trades with. One on paper needs nothing, and stays as it is. Safe to repeat. ' +
      'Needs a key that may trade.',
  })
  async attachDeploymentCredentials(
    @Arg('input', () => AttachDeploymentCredentialsInput, { description: 'What the deployment is to trade with.' })
    input: AttachDeploymentCredentialsInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<AttachDeploymentCredentialsPayload> {
    const request = {
      ...input,
      allowUnscopedCredential: input.allowUnscopedCredential ?? false,
      acknowledgeWithdrawalRisk: input.acknowledgeWithdrawalRisk ?? false,
      acknowledgeNotRecommended: input.acknowledgeNotRecommended ?? false,
    };
    const { deployment } = await client.attachDeploymentCredentials(request, call);
    return { deployment: required(deployment) };
  }

  @Mutation(() => HaltDeploymentsPayload, {
    nullable: true,
    description:
      'The kill switch: keeps every deployment of the account from opening positions, or stops them all. It works while venues are ' +
      'down, and what the deployments hold stays open. One that is started again trades again. Safe to repeat. Needs a key that may trade.',
  })
  async haltDeployments(
    @Arg('input', () => HaltDeploymentsInput, { description: 'What the halt does.' }) { mode }: HaltDeploymentsInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<HaltDeploymentsPayload> {
    const { deployments } = await client.haltDeployments({ mode }, call);
    return {
      deployments: deployments.map(({ deployment, outcome }) => ({ deployment: required(deployment), outcome })),
    };
  }
}

function required(deployment: Parameters<typeof toDeployment>[0] | null | undefined): Deployment {
  if (deployment == null) throw new Error('the runtime service returned no deployment');
  return toDeployment(deployment);
}
