import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { StrategyCheck, StrategyCheckArguments } from '../schema/strategy-check.js';

/** Strategies are checked one at a time, so a request may wait for others. */
const CHECK_TIMEOUT_MS = 20_000;

/** What is wrong with strategies that nobody has submitted yet. */
@Resolver(() => StrategyCheck)
export class StrategyCheckResolver {
  @Query(() => StrategyCheck, {
    nullable: true,
    description:
      'What createBacktest would refuse a strategy and its config for. Nothing is queued, and nothing of the strategy runs. One document may ask ' +
      'for two checks; of one account one is made at a time. Refused as service_unavailable while the framework is not installed.',
  })
  async strategyCheck(
    @Args(() => StrategyCheckArguments) asked: StrategyCheckArguments,
    @Ctx() { client, call, strategyCheckAllowance }: RuntimeContext,
  ): Promise<StrategyCheck> {
    strategyCheckAllowance.take(1);
    const { check } = await client.checkStrategy(
      { ...asked, configJson: asked.configJson ?? '{}', symbols: asked.symbols ?? [] },
      { ...call, timeoutMs: CHECK_TIMEOUT_MS },
    );
    if (check == null) throw new Error('the runtime service returned no check');
    return check;
  }
}
