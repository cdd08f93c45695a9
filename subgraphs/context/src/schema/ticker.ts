import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'Current prices of a market, as its venue reports them. Null means that the venue does not report the value; no substitute is computed.',
})
export class Ticker {
  @Field(() => Float, {
    nullable: true,
    description:
      'The price that positions are valued at, in the quote asset; for a prediction, the price of the outcome.',
  })
  mark?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'The middle between the best bid and the best ask.' })
  mid?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'The best bid; null if there are no bids, or if the venue reports it only with a full order book.',
  })
  bid?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'The best ask; null in the same cases as `bid`.' })
  ask?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Traded value of the last 24 hours in USD; for a prediction, of all outcomes of its market.',
  })
  volume24h?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Open interest, in units of the base asset.' })
  openInterest?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      'The share of the value of a position that longs will pay to shorts for the current hour; negative when shorts will pay.',
  })
  fundingRate?: number | undefined;

  @Field(() => DateTime, { description: 'When the venue answered.' })
  at!: Date;
}
