import { DateTime } from '@platform/subgraph';
import { Directive, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

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

@ObjectType({ description: "An account's limits on requests." })
export class AccountLimits {
  @Field(() => Int, { description: 'Requests that each key may make in a minute of the clock.' })
  requestsPerMinute!: number;
}

@ObjectType({ description: "An account's requests." })
export class AccountUsage {
  @Field(() => Int, { description: 'Requests by all its keys and sessions since midnight UTC; exact within seconds.' })
  requestsToday!: number;

  @Field(() => DateTime, { description: 'Next midnight UTC, when the count starts anew.' })
  resetsAt!: Date;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Verified e-mail address; null for an account that signs in with a wallet and has none.',
  })
  email?: string;

  @Field(() => LoginType, { description: 'How its owner signs in.' })
  loginType!: string;

  @Field(() => Plan, { description: 'What it has subscribed to.' })
  plan!: Plan;

  @Field(() => AccountLimits, { description: 'Its limits on requests.' })
  limits!: AccountLimits;

  @Field(() => AccountUsage, { description: 'Its requests.' })
  usage!: AccountUsage;

  @Field(() => DateTime, { description: 'When its owner signed in first.' })
  createdAt!: Date;
}
