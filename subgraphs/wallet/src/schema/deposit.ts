import { connectionType, DateTime, Usd } from '@platform/subgraph';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { OperationError } from './venues.js';

const DepositStatus = { observed: 'observed', confirmed: 'confirmed', failed: 'failed' };
registerEnumType(DepositStatus, {
  name: 'DepositStatus',
  description: 'How far a deposit has come.',
  valuesConfig: {
    observed: { description: 'It is in a block that can still be taken back.' },
    confirmed: { description: 'It is final on its chain, hence spendable.' },
    failed: { description: 'Its block was taken back.' },
  },
});

@ObjectType({ description: 'USDC that came to a wallet from outside.' })
export class Deposit {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;

  @Field(() => DepositStatus, { description: 'How far it has come.' })
  status!: string;

  @Field(() => String, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => String, { description: 'The network: arbitrum.' })
  chain!: string;

  @Field(() => Usd, { description: 'What came.' })
  amountUsd!: string;

  @Field(() => String, { nullable: true, description: 'The transaction that brought it; null until it is recorded.' })
  txHash?: string | undefined;

  @Field(() => DateTime, { description: 'When it was first seen.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was final on its chain; null until then.' })
  confirmedAt?: Date | undefined;

  @Field(() => OperationError, { nullable: true, description: 'Why it failed; null unless it did.' })
  error?: OperationError | null;
}

/** A page of deposits. */
export const DepositConnection = connectionType(Deposit, 'Deposit');
