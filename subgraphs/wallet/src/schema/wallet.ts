import { Usd } from '@platform/subgraph';
import { Field, ObjectType, registerEnumType } from 'type-graphql';

const Network = { arbitrum: 'arbitrum', polygon: 'polygon' };
registerEnumType(Network, {
  name: 'Network',
  description: 'A network that wallets hold USDC on.',
  valuesConfig: {
    arbitrum: { description: 'Arbitrum One, chain id 42161.' },
    polygon: { description: 'Polygon, chain id 137.' },
  },
});

const Asset = { USDC: 'USDC' };
registerEnumType(Asset, {
  name: 'Asset',
  description: 'An asset that a wallet holds.',
  valuesConfig: { USDC: { description: "Circle's native USDC." } },
});

@ObjectType({ description: 'Where to send a deposit, and how much at least.' })
export class DepositInstructions {
  @Field(() => Network, { description: 'The network to deposit on: arbitrum.' })
  chain!: string;

  @Field(() => Asset, { description: 'The asset to deposit: USDC.' })
  asset!: string;

  @Field(() => String, { description: 'Checksummed EVM address to send it to.' })
  address!: string;

  @Field(() => Usd, { description: 'Smallest deposit asked of customers.' })
  minUsd!: string;

  @Field(() => Usd, { description: "Safety floor of the venues' bridges; not the recommended amount." })
  protocolMinUsd!: string;
}

@ObjectType({ description: "USDC that lies on a network at the wallet's address." })
export class NetworkBalance {
  @Field(() => Network, { description: 'The network.' })
  network!: string;

  @Field(() => String, { description: 'Checksummed EVM address of the wallet.' })
  address!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => Usd, { description: 'Amount of the asset, read from the newest block.' })
  balance!: string;

  @Field(() => Usd, { description: 'The same in USD, one to one.' })
  balanceUsd!: string;
}

@ObjectType({ description: 'What lies at a venue that the wallet is onboarded at.' })
export class AllocatedBalance {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => Usd, { description: "The account's equity there, as the venue states it." })
  balanceUsd!: string;
}

@ObjectType({ description: 'What lies in a wallet and at its venues.' })
export class WalletBalance {
  @Field(() => Usd, { description: 'Sum of the networks.' })
  heldUsd!: string;

  @Field(() => [NetworkBalance], { description: 'One row a network; Arbitrum and Polygon always, also at zero.' })
  networks!: NetworkBalance[];

  @Field(() => [AllocatedBalance], { description: 'One entry an onboarded venue, also at zero.' })
  allocated!: AllocatedBalance[];

  @Field(() => Usd, { description: 'Held and allocated together, each location counted once.' })
  totalUsd!: string;
}

/** Each part is resolved by itself: what asks for deposits alone reads no chain. */
@ObjectType({ description: 'A managed wallet: one address on every network.' })
export class Wallet {}
