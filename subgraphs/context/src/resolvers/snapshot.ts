import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { Leaderboard } from '../schema/leaderboard.js';
import { Market } from '../schema/market.js';
import { Scan, ScanArguments, ScanResult, Setup } from '../schema/snapshot.js';
import { toLeaderboard, toScan, toSetup } from '../snapshot-mapping.js';

/** What was computed when all markets were last looked at. */
@Resolver(() => Market)
export class SnapshotResolver {
  @Query(() => Scan, { nullable: true, description: 'The markets that are worth a look now, best first.' })
  async scan(
    @Args(() => ScanArguments) { bucket, category, topN }: ScanArguments,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Scan> {
    const filter = { bucket: bucket ?? undefined, category: category ?? undefined };
    const { scan } = await client.getScan({ ...filter, topN }, call);
    return toScan(scan);
  }

  @Query(() => Setup, { nullable: true, description: 'How a market stands.' })
  async setup(
    @Arg('symbol', () => String, { description: 'Canonical symbol; a framework alias is refused.' }) symbol: string,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Setup> {
    const { setup } = await client.getSetup({ symbol }, call);
    return toSetup(setup);
  }

  @Query(() => Leaderboard, { nullable: true, description: 'Paper deployments that their owners let everybody see.' })
  async leaderboard(@Ctx() { client, call }: ContextContext): Promise<Leaderboard> {
    const { leaderboard } = await client.getLeaderboard({}, call);
    return toLeaderboard(leaderboard);
  }

  @FieldResolver(() => Setup, {
    name: 'setup',
    nullable: true,
    description: 'How it stands; null where nothing is computed of it.',
  })
  async setupOfMarket(@Root() market: Market, @Ctx() { snapshots }: ContextContext): Promise<Setup | undefined> {
    return (await snapshots.load(market))?.setup;
  }

  @FieldResolver(() => [ScanResult], {
    name: 'scan',
    description: 'What it was noticed for when all markets were last looked at; a major too.',
  })
  async scanOfMarket(@Root() market: Market, @Ctx() { snapshots }: ContextContext): Promise<readonly ScanResult[]> {
    return (await snapshots.load(market))?.findings ?? [];
  }
}
