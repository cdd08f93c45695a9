import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'The prices of a market as its venue shows them now. Null is what the venue does not show; nothing is made up in its place.',
})
export class Ticker {
  @Field(() => Float, {
    nullable: true,
    description:
      'The price that positions are valued at, in the quote asset; of a prediction the price of the outcome.',
  })
  mark?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'The middle between the best bid and the best ask.' })
  mid?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'The best bid; null where the venue tells it only with a whole book, or nobody bids.',
  })
  bid?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'The best ask; null as `bid`.' })
  ask?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Turnover of the last 24 hours in USD; of a prediction that of all outcomes of its market.',
  })
  volume24h?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Units of the base asset that are held.' })
  openInterest?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      'The share of the value of a position that longs will pay to shorts for the present hour; negative when shorts will pay.',
  })
  fundingRate?: number | undefined;

  @Field(() => DateTime, { description: 'When the venue answered.' })
  at!: Date;
}
