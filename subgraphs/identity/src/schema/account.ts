import { DateTime } from '@platform/rpc/subgraph';
import { Directive, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Mandate } from './mandate.js';

const LoginType = { email: 'email', wallet: 'wallet' };
registerEnumType(LoginType, {
  name: 'LoginType',
  description: 'How the owner of an account signs in.',
  valuesConfig: {
    email: { description: 'With a code sent to an e-mail address.' },
    wallet: { description: 'With a wallet, through an identity provider.' },
  },
});

@ObjectType({ description: 'What an account has subscribed to.' })
export class Plan {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType({ description: 'How many requests an account may make.' })
export class AccountLimits {
  @Field(() => Int, { description: 'How many requests each key may make per calendar minute.' })
  requestsPerMinute!: number;
}

@ObjectType({ description: 'How many requests an account has made.' })
export class AccountUsage {
  @Field(() => Int, { description: 'Requests by all its keys and sessions since midnight UTC; exact within seconds.' })
  requestsToday!: number;

  @Field(() => DateTime, { description: 'Next midnight UTC, when the count starts again at zero.' })
  resetsAt!: Date;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Verified e-mail address; null for an account that signs in with a wallet and has none.',
  })
  email?: string;

  @Field(() => LoginType, { description: 'How its owner signs in.' })
  loginType!: string;

  @Field(() => Plan, { description: 'The plan that it has subscribed to.' })
  plan!: Plan;

  @Field(() => AccountLimits, { description: 'How many requests it may make.' })
  limits!: AccountLimits;

  @Field(() => AccountUsage, { description: 'How many requests it has made.' })
  usage!: AccountUsage;

  @Field(() => Mandate, {
    nullable: true,
    description: 'The limits of the trading of the key that asks; null for a session, and for a key without limits.',
  })
  mandate?: Mandate;

  @Field(() => DateTime, { description: 'When its owner first signed in.' })
  createdAt!: Date;
}
