import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { toBacktestDataset, toDataset, toVenue } from '../mapping.js';
import { BacktestDataset } from '../schema/backtest-dataset.js';
import { Dataset } from '../schema/dataset.js';
import { Venue } from '../schema/venue.js';

/** Resolves venues and the stored history. */
@Resolver()
export class CatalogueResolver {
  @Query(() => [Venue], { nullable: true, description: 'Every venue with what the platform can do there.' })
  async venues(@Ctx() { client, call }: ContextContext): Promise<Venue[]> {
    const { venues } = await client.listVenues({}, call);
    return venues.map(toVenue);
  }

  @Query(() => [Dataset], { nullable: true, description: 'The stored history, ordered by venue and symbol.' })
  async datasets(
    @Arg('venue', () => String, { nullable: true, description: 'Only this venue.' }) venue: string | undefined,
    @Arg('symbol', () => String, { nullable: true, description: 'Only this canonical symbol; needs venue.' })
    symbol: string | undefined,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Dataset[]> {
    const { datasets } = await client.listDatasets({ venue, symbol }, call);
    return datasets.map(toDataset);
  }

  @Query(() => BacktestDataset, {
    nullable: true,
    description: 'The data that a backtest of one market would use: its latest release, or why there is none.',
  })
  async backtestDataset(
    @Arg('venue', () => String, { description: 'A venue whose history is published in releases.' }) venue: string,
    @Arg('market', () => String, {
      description: 'Canonical symbol; of a prediction market also a token or the slug. There is no fuzzy matching.',
    })
    market: string,
    @Ctx() { client, call }: ContextContext,
  ): Promise<BacktestDataset> {
    const { dataset } = await client.getBacktestDataset({ venue, market }, call);
    return toBacktestDataset(dataset);
  }
}
