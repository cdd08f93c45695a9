import { PlatformError } from '@platform/errors';
import { type Connection, createdRequest } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { backtestPage } from '../backtest-page.js';
import type { RuntimeContext } from '../context.js';
import { toBacktest } from '../mapping.js';
import {
  Backtest,
  BacktestConnection,
  BacktestStrategy,
  BacktestsArguments,
  CancelBacktestInput,
  CancelBacktestPayload,
  CreateBacktestInput,
  CreateBacktestPayload,
  DeleteBacktestInput,
  DeleteBacktestPayload,
  StartBacktestInput,
  StartBacktestPayload,
} from '../schema/backtest.js';

/** Strategies are checked one at a time, so a request may wait for others. */
const CREATE_TIMEOUT_MS = 20_000;

/** The caller's backtests. */
@Resolver(() => Backtest)
export class BacktestResolver {
  @Query(() => Backtest, {
    nullable: true,
    description:
      "One of the caller's backtests. A deleted one is not found, nor is a legacy record that has not ended or is ambiguous.",
  })
  async backtest(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { backtests }: RuntimeContext,
  ): Promise<Backtest> {
    const backtest = await backtests.load(id);
    if (backtest === null) throw new PlatformError('backtest_not_found');
    return backtest;
  }

  @Query(() => BacktestConnection, {
    nullable: true,
    description: "The caller's backtests, newest first; at most 100 per page.",
  })
  async backtests(
    @Args(() => BacktestsArguments) page: BacktestsArguments,
    @Ctx() context: RuntimeContext,
  ): Promise<Connection<Backtest>> {
    const { status, statuses, held, name, venue, symbol, codeSha256 } = page;
    // Over gRPC an empty list is none, which would show everything.
    if (statuses?.length === 0)
      throw new PlatformError('invalid_request', { details: [{ path: 'statuses', message: 'must not be empty' }] });
    const filters = { status, statuses: statuses ?? [], held, name, venue, symbol, codeSha256 };
    return backtestPage({ ...filters, ...createdRequest(page) }, page, context);
  }

  @FieldResolver(() => BacktestStrategy, {
    description: 'Its strategy. One document may request the strategies of 100 backtests, of 4 MiB in total.',
  })
  async strategy(@Root() { id }: Backtest, @Ctx() { strategies }: RuntimeContext): Promise<BacktestStrategy> {
    return strategies.load(id);
  }

  @FieldResolver(() => [String], {
    description:
      'The lines that its latest run printed, oldest first. Each is a time stamp (RFC 3339, nanoseconds, UTC), a space and ' +
      'the message. At most 10,000 lines and 1 MiB in total, and 1,000 lines and 128 KiB for each of its checks. One document may ' +
      'request the logs of 4 backtests.',
  })
  async logs(@Root() { id }: Backtest, @Ctx() { logs }: RuntimeContext): Promise<string[]> {
    return (await logs.load(id)).logs;
  }

  @FieldResolver(() => [Int], {
    description:
      'The places in `logs`, from 0 and ascending, of the lines that the platform wrote: about dropped lines, for example. ' +
      "All others came out of the run's own process: its strategy, its framework and the harness around them, whatever they say.",
  })
  async platformLogLines(@Root() { id }: Backtest, @Ctx() { logs }: RuntimeContext): Promise<number[]> {
    return (await logs.load(id)).platformLogLines;
  }

  @Mutation(() => CreateBacktestPayload, {
    nullable: true,
    description: 'Checks a strategy and queues its backtest. Needs a key that may trade.',
  })
  async createBacktest(
    @Arg('input', () => CreateBacktestInput, { description: 'The backtest to queue.' }) input: CreateBacktestInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<CreateBacktestPayload> {
    const { range, checks, ...same } = input;
    const request = { ...same, checks: checks ?? [], rangeFrom: range.from, rangeTo: range.to };
    const { backtest, replayed } = await client.createBacktest(request, { ...call, timeoutMs: CREATE_TIMEOUT_MS });
    return { backtest: required(backtest), replayed };
  }

  @Mutation(() => StartBacktestPayload, {
    nullable: true,
    description:
      'Lets a held backtest run. One that is not held stays as it is. Safe to repeat. Needs a key that may trade.',
  })
  async startBacktest(
    @Arg('input', () => StartBacktestInput, { description: 'The backtest to start.' }) { id }: StartBacktestInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<StartBacktestPayload> {
    const { backtest, wasHeld } = await client.startBacktest({ id }, call);
    return { backtest: required(backtest), wasHeld };
  }

  @Mutation(() => CancelBacktestPayload, {
    nullable: true,
    description:
      'Ends a backtest that has not ended, with the error cancelled, and keeps its record. One that has ended stays as it is. Safe ' +
      'to repeat. Needs a key that may trade.',
  })
  async cancelBacktest(
    @Arg('input', () => CancelBacktestInput, { description: 'The backtest to cancel.' }) { id }: CancelBacktestInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<CancelBacktestPayload> {
    const { backtest } = await client.cancelBacktest({ id }, call);
    return { backtest: required(backtest) };
  }

  @Mutation(() => DeleteBacktestPayload, {
    nullable: true,
    description:
      'Deletes a backtest, and stops it if it is running; of legacy records only one that has ended. Safe to repeat. Needs a key ' +
      'that may trade.',
  })
  async deleteBacktest(
    @Arg('input', () => DeleteBacktestInput, { description: 'The backtest to delete.' }) { id }: DeleteBacktestInput,
    @Ctx() { client, call }: RuntimeContext,
  ): Promise<DeleteBacktestPayload> {
    const { backtest } = await client.deleteBacktest({ id }, call);
    return { backtest: required(backtest) };
  }
}

function required(backtest: Parameters<typeof toBacktest>[0] | null | undefined): Backtest {
  if (backtest == null) throw new Error('the runtime service returned no backtest');
  return toBacktest(backtest);
}
