import { Field, InputType, ObjectType } from 'type-graphql';
import { SetupOperation } from './venues.js';

@InputType({ description: 'A venue to set up.' })
export class SetUpVenueInput {
  @Field(() => String, { description: 'Id of the venue. A planned venue is refused with `feature_not_available`.' })
  venue!: string;

  @Field(() => String, { description: 'What to reserve and move: decimal string of USD, at least 50.00.' })
  amountUsd!: string;

  @Field(() => String, { description: "The caller's key: 1 to 255 visible ASCII characters." })
  idempotencyKey!: string;

  @Field(() => String, {
    nullable: true,
    description: "EVM address of one of the caller's managed wallets, whose money moves; the primary one if omitted.",
  })
  accountAddress?: string;
}

@ObjectType({ description: 'The setup in its current state.' })
export class SetUpVenuePayload {
  @Field(() => SetupOperation, { description: 'The setup.' })
  operation!: SetupOperation;

  @Field(() => Boolean, { description: 'Whether an earlier request with the same key started it.' })
  replayed!: boolean;
}
