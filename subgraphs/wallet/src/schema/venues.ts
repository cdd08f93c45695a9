import { DateTime, Usd } from '@platform/rpc/subgraph';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Asset, Network } from './wallet.js';

const SetupStatus = {
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
  reconciliation_required: 'reconciliation_required',
};
registerEnumType(SetupStatus, {
  name: 'SetupStatus',
  description: 'The status of a setup.',
  valuesConfig: {
    processing: { description: 'It is under way.' },
    completed: { description: 'The money is at the venue.' },
    failed: { description: 'It did not happen; the reserved amount is available again.' },
    reconciliation_required: { description: 'Its outcome is unknown; the reserved amount stays held.' },
  },
});

const SetupStep = { reserve: 'reserve', transfer: 'transfer', credit: 'credit', register: 'register', done: 'done' };
registerEnumType(SetupStep, {
  name: 'SetupStep',
  description: 'What a setup is doing. More steps may be added; treat an unknown step as under way.',
  valuesConfig: {
    reserve: { description: 'It reserves the money.' },
    transfer: { description: 'It moves the money on the chain.' },
    credit: { description: 'It waits for the venue to credit it.' },
    register: { description: 'It registers the wallet at the venue.' },
    done: { description: 'Nothing is left to do.' },
  },
});

@ObjectType({ description: 'Why an operation failed. Safe to show to anyone.' })
export class OperationError {
  @Field(() => String, { description: 'Stable code. More codes may be added.' })
  code!: string;

  @Field(() => String, { description: 'One sentence.' })
  message!: string;
}

@ObjectType({ description: 'A setup of a venue.' })
export class SetupOperation {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => SetupStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => SetupStep, { description: 'What it is doing.' })
  step!: string;

  @Field(() => DateTime, { description: 'When it last changed.' })
  updatedAt!: Date;

  @Field(() => OperationError, { nullable: true, description: 'Why it failed; null unless it did.' })
  error?: OperationError | null;
}

@ObjectType({
  description: "The safe address for money meant for a venue: the wallet's own, from which a setup moves it on.",
})
export class VenueDeposit {
  @Field(() => Network, { description: 'The network: arbitrum.' })
  chain!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => String, { description: 'Checksummed EVM address.' })
  address!: string;
}

@ObjectType({ description: 'What is ready for a venue. Null means unknown; it does not mean no.' })
export class VenueReadiness {
  @Field(() => Boolean, { nullable: true, description: 'Whether the venue responds; null if it was not checked.' })
  venueReachable?: boolean | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the wallet's key can be opened for signing; null when unknown.",
  })
  walletReady?: boolean | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the venue has an account for the wallet; null when unknown.',
  })
  accountExists?: boolean | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether money can be moved from the wallet to the venue: a route exists, and the relayer can pay for a transfer; null ' +
      'when unknown.',
  })
  depositRouteReady?: boolean | undefined;
}

@ObjectType({ description: "A wallet's state at a venue." })
export class VenueSummary {
  @Field(() => Usd, { description: 'Smallest amount that a setup reserves.' })
  minimumDepositUsd!: string;

  @Field(() => Usd, {
    nullable: true,
    description:
      "The account's equity there; null while unknown: no provider reads the venue yet, or it is unknown whether " +
      'the venue is onboarded.',
  })
  balanceUsd?: string | undefined;

  @Field(() => VenueDeposit, {
    nullable: true,
    description: "Where to send money for it; null when the venue can't be funded.",
  })
  deposit?: VenueDeposit | null;

  @Field(() => VenueReadiness, { description: 'What is ready.' })
  readiness!: VenueReadiness;

  @Field(() => SetupOperation, { nullable: true, description: 'The latest setup; null when there was none.' })
  operation?: SetupOperation | null;
}

@ObjectType({ description: 'A summary of each venue.' })
export class VenueSummaries {
  @Field(() => VenueSummary, { description: 'Hyperliquid.' })
  hyperliquid!: VenueSummary;

  @Field(() => VenueSummary, { description: 'Polymarket.' })
  polymarket!: VenueSummary;

  @Field(() => VenueSummary, { description: 'Lighter.' })
  lighter!: VenueSummary;
}
