import { CreatedArguments, connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { OperationError } from './venues.js';
import { Asset, Network } from './wallet.js';

const DepositStatus = { observed: 'observed', confirmed: 'confirmed', failed: 'failed' };
registerEnumType(DepositStatus, {
  name: 'DepositStatus',
  description: 'The status of a deposit.',
  valuesConfig: {
    observed: { description: 'It is in a block that the chain may still drop.' },
    confirmed: { description: 'It is final on its chain and can be spent.' },
    failed: { description: 'The chain dropped its block.' },
  },
});

@ObjectType({ description: 'USDC that a wallet received from outside the platform.' })
export class Deposit {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => DepositStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => Network, { description: 'The network: arbitrum.' })
  chain!: string;

  @Field(() => Usd, { description: 'The amount received.' })
  amountUsd!: string;

  @Field(() => String, { nullable: true, description: 'The transaction that paid it in; null until it is recorded.' })
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

/** Arguments of the list of deposits. */
@ArgsType()
export class DepositsArguments extends CreatedArguments {
  @Field(() => DepositStatus, { nullable: true, description: 'Only deposits with this status.' })
  status?: string;
}
