import { CreatedArguments, connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { OperationError } from './venues.js';
import { Asset, Network } from './wallet.js';

const WithdrawalStatus = {
  processing: 'processing',
  broadcast: 'broadcast',
  confirmed: 'confirmed',
  failed: 'failed',
};
registerEnumType(WithdrawalStatus, {
  name: 'WithdrawalStatus',
  description: 'The status of a withdrawal.',
  valuesConfig: {
    processing: { description: 'It is accepted and its amount is held.' },
    broadcast: { description: 'Its transaction has been sent to the chain.' },
    confirmed: { description: 'It is final on its chain.' },
    failed: { description: 'It did not happen; the amount is available again.' },
  },
});

@ObjectType({ description: 'USDC that leaves a wallet for an address outside the platform.' })
export class Withdrawal {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => WithdrawalStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => Usd, { description: 'The amount withdrawn.' })
  amountUsd!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => Network, { description: 'The network: arbitrum.' })
  chain!: string;

  @Field(() => String, { description: 'Checksummed EVM address that receives it.' })
  destinationWallet!: string;

  @Field(() => String, { nullable: true, description: 'The transaction that pays it; null until it is broadcast.' })
  txHash?: string | undefined;

  @Field(() => DateTime, { description: 'When it was accepted.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed.' })
  updatedAt!: Date;

  @Field(() => OperationError, { nullable: true, description: 'Why it failed; null unless it did.' })
  error?: OperationError | null;
}

/** A page of withdrawals. */
export const WithdrawalConnection = connectionType(Withdrawal, 'Withdrawal');

/** Arguments of the list of withdrawals. */
@ArgsType()
export class WithdrawalsArguments extends CreatedArguments {
  @Field(() => WithdrawalStatus, { nullable: true, description: 'Only withdrawals with this status.' })
  status?: string;
}

const WithdrawalProofType = { email_otp: 'email_otp', wallet_signature: 'wallet_signature' };
registerEnumType(WithdrawalProofType, {
  name: 'WithdrawalProofType',
  description: 'How a withdrawal is proved; the server chooses.',
  valuesConfig: {
    email_otp: { description: "A code sent to the account's verified address." },
    wallet_signature: { description: 'A signature by the locked login wallet.' },
  },
});

const DestinationMode = { user_entered: 'user_entered', locked: 'locked' };
registerEnumType(DestinationMode, {
  name: 'DestinationMode',
  description: 'Where withdrawals may go.',
  valuesConfig: {
    user_entered: { description: 'To any address that the caller names.' },
    locked: { description: 'To the login wallet only.' },
  },
});

@ObjectType({ description: 'How an account proves a withdrawal, chosen by the server.' })
export class WithdrawalPolicy {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => WithdrawalProofType, { description: 'The required proof.' })
  mode!: string;

  @Field(() => String, { nullable: true, description: 'Where codes are sent, masked; null in other modes.' })
  maskedEmail?: string | undefined;

  @Field(() => DestinationMode, { description: 'Where withdrawals may go.' })
  destinationMode!: string;

  @Field(() => String, { nullable: true, description: 'The locked address; null if the caller names one.' })
  destinationWallet?: string | undefined;

  @Field(() => Int, { description: 'How long a proof is valid, in seconds.' })
  authorizationTtlSeconds!: number;
}

@InputType({ description: 'A code to send for one withdrawal.' })
export class SendWithdrawalCodeInput {
  @Field(() => String, { description: 'UUID: the idempotency key of the withdrawal that the code is for.' })
  idempotencyKey!: string;

  @Field(() => String, { nullable: true, description: 'Where the money is held: arbitrum, the default.' })
  source?: string;

  @Field(() => String, { description: 'Decimal string of USD, at most six fractional digits.' })
  amountUsd!: string;

  @Field(() => String, { description: 'EVM address outside the platform.' })
  destinationWallet!: string;

  @Field(() => String, { description: 'The network: arbitrum.' })
  chain!: string;

  @Field(() => String, { description: 'Contract of native USDC on the network.' })
  assetAddress!: string;
}

@ObjectType({ description: 'A code that was sent.' })
export class SendWithdrawalCodePayload {
  @Field(() => ID, { description: 'Id of the challenge, for use in the proof.' })
  challengeId!: string;

  @Field(() => String, { description: 'Where the code was sent, masked.' })
  maskedEmail!: string;

  @Field(() => DateTime, { description: 'When the code expires.' })
  expiresAt!: Date;

  @Field(() => DateTime, { description: 'When another code can be requested.' })
  resendAvailableAt!: Date;
}

@InputType({ description: 'Proof that the caller authorizes a withdrawal.' })
export class WithdrawalProofInput {
  @Field(() => WithdrawalProofType, { description: 'The kind of proof.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'For email_otp: the challenge that the code was sent for.' })
  challengeId?: string;

  @Field(() => String, { nullable: true, description: 'For email_otp: the six digits.' })
  code?: string;
}

@InputType({ description: 'A withdrawal to make.' })
export class CreateWithdrawalInput {
  @Field(() => String, { description: 'UUID; any key while withdrawal authorization is off.' })
  idempotencyKey!: string;

  @Field(() => String, { nullable: true, description: 'Where the money is held: arbitrum.' })
  source?: string;

  @Field(() => String, { description: 'Decimal string of USD, at most six fractional digits.' })
  amountUsd!: string;

  @Field(() => String, { nullable: true, description: 'EVM address outside the platform.' })
  destinationWallet?: string;

  @Field(() => String, { nullable: true, description: 'The network: arbitrum.' })
  chain?: string;

  @Field(() => String, { nullable: true, description: 'Contract of native USDC on the network.' })
  assetAddress?: string;

  @Field(() => WithdrawalProofInput, { nullable: true, description: 'The proof.' })
  authorization?: WithdrawalProofInput;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Only look up an earlier withdrawal with the key; nothing is authorized, created or moved.',
  })
  replayOnly!: boolean;
}

@ObjectType({ description: 'The withdrawal in its current state.' })
export class CreateWithdrawalPayload {
  @Field(() => Withdrawal, { description: 'The withdrawal.' })
  withdrawal!: Withdrawal;

  @Field(() => Boolean, { description: 'Whether it had been accepted before.' })
  replayed!: boolean;
}
