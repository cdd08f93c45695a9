import { Ctx, Query, Resolver } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { toVersion } from '../mapping.js';
import { Framework } from '../schema/framework.js';

/** The frameworks that strategies can be written for. */
@Resolver(() => Framework)
export class FrameworkResolver {
  @Query(() => [Framework], { nullable: true, description: 'The frameworks that strategies can be written for.' })
  async frameworks(@Ctx() { client, call }: RuntimeContext): Promise<Framework[]> {
    const { frameworks } = await client.listFrameworks({}, call);
    return frameworks.map(toVersion);
  }
}
