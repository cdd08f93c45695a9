import { CreatedArguments, connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { venuesOf } from '@platform/venues/registry';
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

const WithdrawalSourceName = {
  arbitrum: 'arbitrum',
  ...Object.fromEntries(venuesOf('wallet').map((venue) => [venue, venue])),
  polygon: 'polygon',
};
registerEnumType(WithdrawalSourceName, {
  name: 'WithdrawalSourceName',
  description: 'A balance that withdrawals can spend, or will.',
  valuesConfig: {
    arbitrum: { description: 'The USDC that the wallet holds on Arbitrum.' },
    ...Object.fromEntries(
      venuesOf('wallet').map((venue) => [venue, { description: `What the wallet has at ${venue}.` }]),
    ),
    polygon: { description: 'What the wallet holds on Polygon, which an operator alone pays out.' },
  },
});

const WithdrawalSourceStatus = { available: 'available', unavailable: 'unavailable', coming_soon: 'coming_soon' };
registerEnumType(WithdrawalSourceStatus, {
  name: 'WithdrawalSourceStatus',
  description: 'Whether a source can be spent.',
  valuesConfig: {
    available: { description: 'It can be spent now.' },
    unavailable: { description: 'It can not be spent now; the reason says why.' },
    coming_soon: { description: 'It is planned.' },
  },
});

@ObjectType({ description: 'A balance that withdrawals can spend, or will.' })
export class WithdrawalSource {
  @Field(() => WithdrawalSourceName, { description: 'Its name.' })
  source!: string;

  @Field(() => WithdrawalSourceStatus, { description: 'Whether it can be spent.' })
  status!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => Network, { description: 'The network on which it arrives: arbitrum.' })
  chain!: string;

  @Field(() => Usd, { nullable: true, description: 'What can be withdrawn from it now; null while it is not known.' })
  availableUsd?: string | undefined;

  @Field(() => Usd, { nullable: true, description: 'What it keeps of each withdrawal; null while it is not known.' })
  feeUsd?: string | undefined;

  @Field(() => String, { nullable: true, description: 'Why it is unavailable; null unless it is.' })
  reason?: string | undefined;
}

@ObjectType({ description: 'USDC that leaves a wallet for an address outside the platform.' })
export class Withdrawal {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => WithdrawalStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => WithdrawalSourceName, { description: 'The balance that it spends.' })
  source!: string;

  @Field(() => Usd, { description: 'The amount withdrawn: what leaves the source.' })
  amountUsd!: string;

  @Field(() => Usd, { description: 'What the source keeps of the amount.' })
  feeUsd!: string;

  @Field(() => Usd, { description: 'What arrives at the destination.' })
  arrivesUsd!: string;

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

  @Field(() => String, { nullable: true, description: 'Name of the source; arbitrum is the default.' })
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

  @Field(() => String, {
    nullable: true,
    description: "For wallet_signature: the login wallet's signature over the typed data, 0x and hexadecimal digits.",
  })
  signature?: string;

  @Field(() => String, { nullable: true, description: 'For wallet_signature: the UUID that it names.' })
  nonce?: string;

  @Field(() => String, {
    nullable: true,
    description: 'For wallet_signature: when it expires, as signed: ISO 8601 UTC with milliseconds.',
  })
  expiresAt?: string;
}

@InputType({ description: 'A withdrawal to authorize.' })
export class AuthorizeWithdrawalInput {
  @Field(() => String, { description: 'UUID: the idempotency key of the withdrawal.' })
  idempotencyKey!: string;

  @Field(() => String, { nullable: true, description: 'Name of the source.' })
  source?: string;

  @Field(() => String, { description: 'Decimal string of USD, at most six fractional digits.' })
  amountUsd!: string;

  @Field(() => String, { nullable: true, description: 'EVM address outside the platform; none in wallet mode.' })
  destinationWallet?: string;

  @Field(() => String, { nullable: true, description: 'The network: arbitrum.' })
  chain?: string;

  @Field(() => String, { nullable: true, description: 'Contract of native USDC on the network.' })
  assetAddress?: string;

  @Field(() => WithdrawalProofInput, { nullable: true, description: 'The proof.' })
  authorization?: WithdrawalProofInput;
}

@ObjectType({ description: 'A withdrawal that is authorized, and not made yet.' })
export class AuthorizeWithdrawalPayload {
  @Field(() => ID, { description: 'Id of the authorization.' })
  authorizationId!: string;

  @Field(() => Usd, { description: 'The amount that may be withdrawn.' })
  amountUsd!: string;

  @Field(() => String, { description: 'Checksummed EVM address that receives it.' })
  destinationWallet!: string;

  @Field(() => DateTime, { description: 'When the proof expires; the withdrawal must be accepted before.' })
  expiresAt!: Date;
}

@InputType({ description: 'A request whose outcome is not known.' })
export class RecoverWithdrawalInput {
  @Field(() => String, { description: 'The idempotency key of the request.' })
  idempotencyKey!: string;
}

@ObjectType({ description: 'What became of a request.' })
export class RecoverWithdrawalPayload {
  @Field(() => String, { description: 'The idempotency key; a UUID in lower case with hyphens.' })
  requestId!: string;

  @Field(() => Withdrawal, {
    nullable: true,
    description: 'The withdrawal under the key; null when no request with the key will ever be accepted.',
  })
  withdrawal?: Withdrawal | null;
}

@InputType({ description: 'A withdrawal to make.' })
export class CreateWithdrawalInput {
  @Field(() => String, { description: 'UUID; any key while withdrawal authorization is off.' })
  idempotencyKey!: string;

  @Field(() => String, { nullable: true, description: 'Name of the source.' })
  source?: string;

  @Field(() => String, { description: 'Decimal string of USD, at most six fractional digits.' })
  amountUsd!: string;

  @Field(() => String, { nullable: true, description: 'EVM address outside the platform; none in wallet mode.' })
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
