import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { Market } from '../schema/market.js';
import { Scan, ScanArguments, ScanResult, Setup } from '../schema/snapshot.js';
import { toScan, toSetup } from '../snapshot-mapping.js';

/** Resolves the results of the latest scan of all markets. */
@Resolver(() => Market)
export class SnapshotResolver {
  @Query(() => Scan, { nullable: true, description: 'Markets that the latest scan lists, best first.' })
  async scan(
    @Args(() => ScanArguments) { bucket, category, topN }: ScanArguments,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Scan> {
    const filter = { bucket: bucket ?? undefined, category: category ?? undefined };
    const { scan } = await client.getScan({ ...filter, topN }, call);
    return toScan(scan);
  }

  @Query(() => Setup, { nullable: true, description: 'Technical state of a market.' })
  async setup(
    @Arg('symbol', () => String, { description: 'Canonical symbol; a framework alias is rejected.' }) symbol: string,
    @Ctx() { client, call }: ContextContext,
  ): Promise<Setup> {
    const { setup } = await client.getSetup({ symbol }, call);
    return toSetup(setup);
  }

  @FieldResolver(() => Setup, {
    name: 'setup',
    nullable: true,
    description: 'Its technical state; null if none was computed.',
  })
  async setupOfMarket(@Root() market: Market, @Ctx() { snapshots }: ContextContext): Promise<Setup | undefined> {
    return (await snapshots.load(market))?.setup;
  }

  @FieldResolver(() => [ScanResult], {
    name: 'scan',
    description: 'Its results in the latest scan of all markets; majors are included.',
  })
  async scanOfMarket(@Root() market: Market, @Ctx() { snapshots }: ContextContext): Promise<readonly ScanResult[]> {
    return (await snapshots.load(market))?.findings ?? [];
  }
}
