import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toSetupOperation } from '../mapping.js';
import { SetUpVenueInput, SetUpVenuePayload } from '../schema/setup.js';

/** Setups of venues. */
@Resolver()
export class SetupResolver {
  @Mutation(() => SetUpVenuePayload, {
    nullable: true,
    description: 'Reserves held funds for a venue and moves them there; waits a few seconds for completion.',
  })
  async setUpVenue(
    @Arg('input', () => SetUpVenueInput, { description: 'The venue and the amount.' }) input: SetUpVenueInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<SetUpVenuePayload> {
    const { operation, replayed } = await client.setUpVenue(input, call);
    if (operation === null) throw new Error('the wallet service returned no operation');
    return { operation: toSetupOperation(operation), replayed };
  }
}
