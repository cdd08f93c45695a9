import { byNetwork, networks } from '@platform/kit/networks';
import { Usd } from '@platform/rpc/subgraph';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';

/** A network that wallets hold USDC on. */
export const Network = byNetwork((network) => network);
registerEnumType(Network, {
  name: 'Network',
  description: 'A network that wallets hold USDC on. More networks may be added.',
  valuesConfig: byNetwork((network) => {
    const { name, chainId } = networks[network];
    return { description: `${name}, chain id ${chainId}.` };
  }),
});

/** An asset that a wallet holds. */
export const Asset = { USDC: 'USDC' };
registerEnumType(Asset, {
  name: 'Asset',
  description: 'An asset that a wallet holds. More assets may be added.',
  valuesConfig: { USDC: { description: "Circle's native USDC." } },
});

@ObjectType({ description: 'Where to send a deposit, and the smallest amount to send.' })
export class DepositInstructions {
  @Field(() => Network, { description: 'The network to deposit on: arbitrum.' })
  chain!: string;

  @Field(() => Asset, { description: 'The asset to deposit: USDC.' })
  asset!: string;

  @Field(() => String, { description: 'Checksummed EVM address to send it to.' })
  address!: string;

  @Field(() => Usd, { description: 'The smallest recommended deposit.' })
  minUsd!: string;

  @Field(() => Usd, { description: "Safety floor of the venues' bridges; not the recommended amount." })
  protocolMinUsd!: string;
}

@ObjectType({ description: "USDC held at the wallet's address on a network." })
export class NetworkBalance {
  @Field(() => Network, { description: 'The network.' })
  network!: string;

  @Field(() => String, { description: 'Checksummed EVM address of the wallet.' })
  address!: string;

  @Field(() => Asset, { description: 'The asset: USDC.' })
  asset!: string;

  @Field(() => Usd, { description: 'Amount of the asset, read from the newest block.' })
  balance!: string;

  @Field(() => Usd, { description: 'The same amount in USD, at one to one.' })
  balanceUsd!: string;
}

@ObjectType({ description: 'The balance at a venue where the wallet is onboarded.' })
export class AllocatedBalance {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => Usd, { description: "The account's equity there, as the venue reports it." })
  balanceUsd!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the live deployment that uses the account there; null unless there is exactly one.',
  })
  deployment?: string | undefined;
}

@ObjectType({ description: 'Balances of a wallet and of its venue accounts.' })
export class WalletBalance {
  @Field(() => Usd, { description: 'Sum of the networks.' })
  heldUsd!: string;

  @Field(() => [NetworkBalance], {
    description: 'One row per network. Arbitrum and Polygon are always listed, even at zero.',
  })
  networks!: NetworkBalance[];

  @Field(() => [AllocatedBalance], { description: 'One entry per onboarded venue, even at zero.' })
  allocated!: AllocatedBalance[];

  @Field(() => Usd, { description: 'Held and allocated together, each location counted once.' })
  totalUsd!: string;
}

/** Each part is resolved separately: a query for deposits alone reads no chain. */
@ObjectType({ description: 'A managed wallet. It has the same address on every network.' })
export class Wallet {
  /** Undefined: the caller's primary one. */
  readonly accountAddress: string | undefined;

  constructor(accountAddress?: string) {
    this.accountAddress = accountAddress;
  }
}
