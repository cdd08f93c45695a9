import { DateTime, Usd } from '@platform/rpc/subgraph';
import { Field, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    "The limits of a key's trading. Executions and deployments made with the key keep to them; one that would not is refused with mandate_exceeded.",
})
export class Mandate {
  @Field(() => [String], { nullable: true, description: 'Venues that it may trade at; null for any.' })
  venues?: string[];

  @Field(() => [String], { nullable: true, description: 'Canonical symbols that it may trade; null for any.' })
  symbols?: string[];

  @Field(() => Usd, { nullable: true, description: 'The most that one order may be worth; null without a limit.' })
  maxOrderUsd?: string;

  @Field(() => Usd, {
    nullable: true,
    description: 'The most that all orders of a UTC day may be worth together; null without a limit.',
  })
  maxDailyUsd?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The highest leverage that it may set or open positions with; null without a limit.',
  })
  maxLeverage?: number;

  @Field(() => Boolean, { description: 'Whether it may only cancel, and place orders that only reduce.' })
  reduceOnly!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When it ends; null for never.' })
  expiresAt?: Date;
}

@InputType({ description: "The limits of a key's trading: at least one of them." })
export class MandateInput {
  @Field(() => [String], { nullable: true, description: 'Venues that it may trade at, at most 10; any if omitted.' })
  venues?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Canonical symbols that it may trade, at most 50; any if omitted.',
  })
  symbols?: string[];

  @Field(() => Usd, {
    nullable: true,
    description: 'The most that one order may be worth, above zero and below ten billion; no limit if omitted.',
  })
  maxOrderUsd?: string;

  @Field(() => Usd, {
    nullable: true,
    description: 'The most that all orders of a UTC day may be worth together; no limit if omitted.',
  })
  maxDailyUsd?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The highest leverage that it may set or open positions with, 1 to 1000; no limit if omitted.',
  })
  maxLeverage?: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it may only cancel, and place orders that only reduce.',
  })
  reduceOnly!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When it ends, in the future; never if omitted.' })
  expiresAt?: Date;
}
