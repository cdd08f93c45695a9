import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { readCandles, readFunding } from '../history.js';
import { CandlePage, CandlesArguments, FundingPage, HistoryArguments } from '../schema/history.js';

/** History from the root: stored rows can be read even while the venue's listing cannot. */
@Resolver()
export class HistoryResolver {
  @Query(() => CandlePage, { nullable: true, description: "A market's closed candles." })
  candles(
    @Arg('venue', () => String, { description: 'The venue.' }) venue: string,
    @Arg('symbol', () => String, { description: 'Canonical symbol; a framework alias is rejected.' }) symbol: string,
    @Args(() => CandlesArguments) window: CandlesArguments,
    @Ctx() context: ContextContext,
  ): Promise<CandlePage> {
    return readCandles({ venue, symbol }, window, context);
  }

  @Query(() => FundingPage, { nullable: true, description: "A market's hourly funding." })
  funding(
    @Arg('venue', () => String, { description: 'The venue.' }) venue: string,
    @Arg('symbol', () => String, { description: 'Canonical symbol; a framework alias is rejected.' }) symbol: string,
    @Args(() => HistoryArguments) window: HistoryArguments,
    @Ctx() context: ContextContext,
  ): Promise<FundingPage> {
    return readFunding({ venue, symbol }, window, context);
  }
}
