import { Usd } from '@platform/rpc/subgraph';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { MarketKind } from './market.js';

const VenueStatus = { available: 'available', planned: 'planned' };
registerEnumType(VenueStatus, {
  name: 'VenueStatus',
  description: 'Whether the platform supports a venue.',
  valuesConfig: {
    available: { description: 'Supported; the capabilities list what for.' },
    planned: { description: 'Not supported yet.' },
  },
});

@ObjectType({ description: 'What can be done at a venue now.' })
export class VenueCapabilities {
  @Field(() => Boolean, { description: 'Markets, candles and funding.' })
  context!: boolean;

  @Field(() => Boolean, { description: 'Backtests on stored history.' })
  backtest!: boolean;

  @Field(() => Boolean, { description: 'Paper deployments.' })
  paper!: boolean;

  @Field(() => Boolean, { description: 'Live deployments.' })
  live!: boolean;

  @Field(() => Boolean, { description: 'One-time executions.' })
  execution!: boolean;

  @Field(() => Boolean, { description: 'Setup of the venue account from held funds.' })
  setup!: boolean;

  @Field(() => Boolean, { description: 'Withdrawals from the venue.' })
  withdraw!: boolean;
}

@ObjectType({
  description: "Fees per side, in percent of the value traded, at the venue's base tier.",
})
export class VenueFees {
  @Field(() => Float, { description: 'For taking liquidity.' })
  takerPct!: number;

  @Field(() => Float, { description: 'For making liquidity.' })
  makerPct!: number;

  @Field(() => Float, { description: "The platform's builder fee on top." })
  builderPct!: number;

  @Field(() => Boolean, {
    description: 'Whether each market has a schedule of its own, in Prediction.takerFees; the percentages are 0 then.',
  })
  byMarket!: boolean;
}

@ObjectType({ description: 'A venue and what the platform can do there.' })
export class Venue {
  @Field(() => ID, { description: 'Its id. More venues may be added.' })
  id!: string;

  @Field(() => VenueStatus, { description: 'Whether the platform supports it.' })
  status!: string;

  @Field(() => [MarketKind], { description: 'Kinds of its markets.' })
  kinds!: string[];

  @Field(() => [String], {
    description: 'Names of the frameworks that trade there: freqtrade, nautilus. More values may be added.',
  })
  frameworks!: string[];

  @Field(() => VenueCapabilities, { description: 'What can be done there now.' })
  capabilities!: VenueCapabilities;

  @Field(() => VenueFees, { description: 'What trading there costs.' })
  fees!: VenueFees;

  @Field(() => Usd, {
    nullable: true,
    description: 'Smallest amount that a venue setup moves; null if there is none.',
  })
  minimumDepositUsd?: string | undefined;

  @Field(() => [String], { description: 'Regions of deployments, the default first.' })
  regions!: string[];
}
