import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { ContextContext } from '../context.js';
import { toMarketRequest } from '../mapping.js';
import {
  DropMarketRequestInput,
  DropMarketRequestPayload,
  MarketRequest,
  RequestMarketInput,
  RequestMarketPayload,
} from '../schema/market-request.js';

/** Markets that an account asks to be collected. */
@Resolver()
export class MarketRequestResolver {
  @Query(() => [MarketRequest], {
    nullable: true,
    description:
      'The markets that the account asks for, newest first, and for another day those that have closed; at most 30.',
  })
  async marketRequests(@Ctx() { client, call }: ContextContext): Promise<MarketRequest[]> {
    const { requests } = await client.listMarketRequests({}, call);
    return requests.map(toMarketRequest);
  }

  @Mutation(() => RequestMarketPayload, {
    nullable: true,
    description:
      'Has the history of a market collected, until it closes or the account drops it. Safe to repeat. Needs a key that may trade.',
  })
  async requestMarket(
    @Arg('input', () => RequestMarketInput, { description: 'The market to collect.' })
    { venue, market }: RequestMarketInput,
    @Ctx() { client, call }: ContextContext,
  ): Promise<RequestMarketPayload> {
    const { request } = await client.requestMarket({ venue, market }, call);
    return { request: toMarketRequest(request) };
  }

  @Mutation(() => DropMarketRequestPayload, {
    nullable: true,
    description: 'Ends a request; what is stored stays. Safe to repeat. Needs a key that may trade.',
  })
  async dropMarketRequest(
    @Arg('input', () => DropMarketRequestInput, { description: 'The request to end.' })
    { venue, market }: DropMarketRequestInput,
    @Ctx() { client, call }: ContextContext,
  ): Promise<DropMarketRequestPayload> {
    const { request } = await client.dropMarketRequest({ venue, market }, call);
    return { request: toMarketRequest(request) };
  }
}
