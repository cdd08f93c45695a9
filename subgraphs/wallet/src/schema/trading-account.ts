import { DateTime, Usd } from '@platform/rpc/subgraph';
import { Directive, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';

/** Whether a trading account can trade. */
export const TradingAccountStatus = { active: 'active', pending: 'pending' };
registerEnumType(TradingAccountStatus, {
  name: 'TradingAccountStatus',
  description: 'Whether a trading account can trade.',
  valuesConfig: {
    active: { description: 'The wallet has an account at the venue.' },
    pending: { description: 'The wallet is not known to have an account at the venue: a setup makes one.' },
  },
});

@ObjectType({ description: 'An amount that a venue shows of a trading account.' })
export class AccountFigure {
  @Field(() => String, { description: 'Its name, for example perp_equity_usd. The names depend on the venue.' })
  name!: string;

  @Field(() => Usd, { nullable: true, description: 'The amount; null, never zero, while the venue can not be read.' })
  usd?: string | undefined;
}

@ObjectType({ description: 'What a venue shows of a trading account, read at the time of the request.' })
export class TradingAccountDetails {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the wallet has an account at the venue; null while unknown.',
  })
  onboarded?: boolean | undefined;

  @Field(() => [AccountFigure], { description: "The venue's amounts." })
  figures!: AccountFigure[];
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A managed wallet at a venue: what trades there.' })
export class TradingAccount {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => Int, { description: '0 for the primary wallet of its owner.' })
  accountIndex!: number;

  @Field(() => String, { description: 'Name that its owner gave it.' })
  label!: string;

  @Field(() => String, { description: 'Checksummed EVM address of the wallet.' })
  walletAddress!: string;

  @Field(() => Boolean, { description: 'Whether it trades where a request names no account.' })
  isDefault!: boolean;

  @Field(() => DateTime, { description: 'When its wallet was created.' })
  createdAt!: Date;
}

/** What a venue says of a trading account. */
export interface TradingAccountState {
  readonly status: string;
  readonly details: TradingAccountDetails;
}

@InputType({ description: 'A new name for a trading account.' })
export class UpdateTradingAccountInput {
  @Field(() => String, { description: 'Id of its venue.' })
  venue!: string;

  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, {
    description:
      'Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text ' +
      'direction. Surrounding white space is removed.',
  })
  label!: string;
}

@ObjectType({ description: 'The trading account, changed.' })
export class UpdateTradingAccountPayload {
  @Field(() => TradingAccount, { description: 'The trading account.' })
  account!: TradingAccount;
}
