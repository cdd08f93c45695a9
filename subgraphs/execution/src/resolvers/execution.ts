import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { ExecutionContext } from '../context.js';
import { toExecution } from '../mapping.js';
import {
  Execution,
  ExecutionConnection,
  ExecutionsArguments,
  SubmitExecutionInput,
  SubmitExecutionPayload,
} from '../schema/execution.js';

/** The wallet signs within eight seconds and the venue responds within five; otherwise the outcome is looked up. */
const SUBMIT_TIMEOUT_MS = 18_000;

/** The caller's executions and their records. */
@Resolver(() => Execution)
export class ExecutionResolver {
  @Query(() => Execution, { nullable: true, description: "One of the caller's executions; the venue is not queried." })
  async execution(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { client, call }: ExecutionContext,
  ): Promise<Execution> {
    const { execution } = await client.getExecution({ id }, call);
    if (execution === null) throw new Error('the execution service returned no execution');
    return toExecution(execution);
  }

  @Query(() => ExecutionConnection, {
    nullable: true,
    description: "The caller's executions, newest first; at most 100 per page.",
  })
  async executions(
    @Args(() => ExecutionsArguments) page: ExecutionsArguments,
    @Ctx() { client, call }: ExecutionContext,
  ): Promise<Connection<Execution>> {
    const { status, venue } = page;
    const response = await client.listExecutions({ status, venue, ...createdRequest(page) }, call);
    const { executions, cursors, nextCursor } = response;
    return toConnection({ nodes: executions.map(toExecution), cursors, nextCursor }, page);
  }

  @Mutation(() => SubmitExecutionPayload, {
    nullable: true,
    description:
      'Signs a trading action with a managed wallet and sends it to its venue, once. Needs a key that may trade. If the ' +
      'venue refuses the action, the call fails with exchange_rejected. If the outcome is not known yet, the record is ' +
      'reconciling.',
  })
  async submitExecution(
    @Arg('input', () => SubmitExecutionInput, { description: 'The action to submit.' }) input: SubmitExecutionInput,
    @Ctx() { client, call }: ExecutionContext,
  ): Promise<SubmitExecutionPayload> {
    const { execution, replayed } = await client.submitExecution(input, { ...call, timeoutMs: SUBMIT_TIMEOUT_MS });
    if (execution === null) throw new Error('the execution service returned no execution');
    return { execution: toExecution(execution), replayed };
  }
}
