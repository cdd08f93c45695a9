import { toConnection } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { readCandles, readFunding } from '../history.js';
import { toMarket } from '../mapping.js';
import { Dataset } from '../schema/dataset.js';
import { CandlePage, CandlesArguments, FundingPage, HistoryArguments } from '../schema/history.js';
import { Market, MarketConnection, type MarketPage, MarketsArguments } from '../schema/market.js';
import { Ticker } from '../schema/ticker.js';

/** Markets, each with its history. */
@Resolver(() => Market)
export class MarketResolver {
  @Query(() => Market, { nullable: true, description: 'One market.' })
  async market(
    @Arg('venue', () => String, { description: 'The venue.' }) venue: string,
    @Arg('symbol', () => String, { description: 'Canonical symbol; a framework alias is rejected.' }) symbol: string,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Market> {
    const { market } = await client.getMarket({ reference: { venue, symbol } }, call);
    if (market === null) throw new Error('the context service returned no market');
    return toMarket(market);
  }

  @Query(() => MarketConnection, {
    nullable: true,
    description: 'Markets ordered by venue and symbol; at most 200 per page.',
  })
  async markets(
    @Args(() => MarketsArguments) page: MarketsArguments,
    @Ctx() { client, call }: ContextContext,
  ): Promise<MarketPage> {
    const { first: limit, after: cursor, ...filters } = page;
    const listed = await client.listMarkets({ ...filters, limit, cursor }, call);
    const { totalCount, unavailableVenues } = listed;
    return { ...toConnection({ ...listed, nodes: listed.markets.map(toMarket) }, page), totalCount, unavailableVenues };
  }

  @FieldResolver(() => CandlePage, { description: 'Its closed candles.' })
  candles(
    @Root() market: Market,
    @Args(() => CandlesArguments) window: CandlesArguments,
    @Ctx() context: ContextContext,
  ): Promise<CandlePage> {
    return readCandles(market, window, context);
  }

  @FieldResolver(() => FundingPage, { description: 'Its hourly funding.' })
  funding(
    @Root() market: Market,
    @Args(() => HistoryArguments) window: HistoryArguments,
    @Ctx() context: ContextContext,
  ): Promise<FundingPage> {
    return readFunding(market, window, context);
  }

  @FieldResolver(() => Ticker, {
    nullable: true,
    description:
      'Its current prices, at most 5 seconds old (60 seconds for a market on a builder’s own exchange); null if its venue reports none, and null with an error if the venue cannot be read.',
  })
  ticker(@Root() market: Market, @Ctx() { tickers }: ContextContext): Promise<Ticker | null> {
    return tickers.load(market);
  }

  @FieldResolver(() => Dataset, { nullable: true, description: 'Its stored history; null when there is none.' })
  dataset(@Root() market: Market, @Ctx() { datasets }: ContextContext): Promise<Dataset | null> {
    return datasets.load(market);
  }
}
