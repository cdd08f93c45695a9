import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An open position of a deployment.' })
export class DeploymentPosition {
  @Field(() => String, { description: "The framework's alias of the market." })
  symbol!: string;

  @Field(() => String, { description: 'long or short.' })
  side!: string;

  @Field(() => Float, { nullable: true, description: 'Value at the current price, in USD; null if there is no price.' })
  sizeUsd?: number | undefined;
}

@ObjectType({ description: 'Numbers of trades.' })
export class DeploymentTrades {
  @Field(() => Int, { description: 'Trades that it opened.' })
  total!: number;

  @Field(() => Int, { description: 'Of these, those that are open.' })
  open!: number;

  @Field(() => Int, { description: 'Closed trades that won.' })
  wins!: number;

  @Field(() => Int, { description: 'Closed trades that lost.' })
  losses!: number;
}

@ObjectType({ description: 'Profit of trades after fees.' })
export class DeploymentPnl {
  @Field(() => Float, { description: 'Of closed trades, in USD.' })
  realizedUsd!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Of open trades at current prices, in USD; null if a price is missing.',
  })
  unrealizedUsd?: number | undefined;
}

@ObjectType({ description: 'What a deployment holds.' })
export class DeploymentExposure {
  @Field(() => [DeploymentPosition], { description: 'Its open positions.' })
  positions!: DeploymentPosition[];
}

@ObjectType({ description: 'What a deployment is worth.' })
export class DeploymentBalance {
  @Field(() => Float, { nullable: true, description: 'Equity, in USD; null while it is not known.' })
  venueUsd?: number | undefined;
}

@ObjectType({
  description:
    'What a deployment has, as it said itself last; at most about 15 seconds old while it runs. One that has stopped keeps what it had.',
})
export class DeploymentMetrics {
  @Field(() => DateTime, { description: 'When it said so; before it ran, when it was created.' })
  asOf!: Date;

  @Field(() => Boolean, { description: 'Whether the money is simulated.' })
  simulated!: boolean;

  @Field(() => DeploymentTrades, { description: 'Its trades.' })
  trades!: DeploymentTrades;

  @Field(() => DeploymentPnl, { description: 'What they came to.' })
  pnl!: DeploymentPnl;

  @Field(() => DeploymentExposure, { description: 'What it holds.' })
  exposure!: DeploymentExposure;

  @Field(() => DeploymentBalance, { description: 'What it is worth.' })
  balance!: DeploymentBalance;
}
