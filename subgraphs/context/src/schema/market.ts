import { type Connection, ConnectionArguments, connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { ArgsType, Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

/** What kind of instrument a market trades. */
export const MarketKind = { perpetual: 'perpetual', spot: 'spot', prediction: 'prediction' };
registerEnumType(MarketKind, {
  name: 'MarketKind',
  description: 'What kind of instrument a market trades.',
  valuesConfig: {
    perpetual: { description: 'A futures contract without expiry.' },
    spot: { description: 'One asset against another.' },
    prediction: { description: 'An outcome that pays one or nothing.' },
  },
});

const MarketStatus = { active: 'active', halted: 'halted', closed: 'closed' };
registerEnumType(MarketStatus, {
  name: 'MarketStatus',
  description: 'Trading status of a market.',
  valuesConfig: {
    active: { description: 'It is open for trading.' },
    halted: { description: 'Trading is paused.' },
    closed: { description: 'Trading has ended; the history stays available.' },
  },
});

@ObjectType({
  description: 'The names that framework configs and backtest symbols use for a market; used nowhere else.',
})
export class FrameworkSymbols {
  @Field(() => String, { nullable: true, description: "freqtrade's pair; null where freqtrade does not trade it." })
  freqtrade?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Nautilus' instrument id; null where Nautilus does not trade it.",
  })
  nautilus?: string | undefined;
}

@ObjectType({
  description:
    'Taker fee per share of a fill of a prediction, in USD: rate · (price · (1 − price)) ^ exponent. Makers pay nothing.',
})
export class TakerFees {
  @Field(() => Float, { description: '0 if there are no fees.' })
  rate!: number;

  @Field(() => Float, { description: 'How fast fees fall as the price moves away from 0.5.' })
  exponent!: number;
}

@ObjectType({ description: 'The prediction market that a token belongs to.' })
export class Prediction {
  @Field(() => String, { description: "The venue's readable name of the market; its tokens share it." })
  slug!: string;

  @Field(() => String, { description: 'The question that the market predicts.' })
  question!: string;

  @Field(() => String, { description: 'The outcome that the token pays one for, one of `outcomes`.' })
  outcome!: string;

  @Field(() => [String], { description: 'All outcomes of the market.' })
  outcomes!: string[];

  @Field(() => DateTime, { description: 'Scheduled end of trading.' })
  endDate!: Date;

  @Field(() => String, { nullable: true, description: 'The outcome that came true; null until it is known.' })
  resolution?: string | undefined;

  @Field(() => TakerFees, {
    nullable: true,
    description: 'Taker fees; null if the venue does not state them, in which case the market is not backtested.',
  })
  takerFees?: TakerFees | undefined;
}

@Directive('@key(fields: "venue symbol")')
@ObjectType({ description: 'An instrument of a venue.' })
export class Market {
  @Directive('@shareable')
  @Field(() => ID, {
    description: 'Unique id across all venues, for client caches; no field takes it as an argument.',
  })
  id!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical, venue-native symbol, for example BTC/USDC:USDC.' })
  symbol!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => MarketKind, { description: 'What kind of instrument it is.' })
  kind!: string;

  @Field(() => MarketStatus, { description: 'Trading status.' })
  status!: string;

  @Field(() => Boolean, {
    description:
      'Whether stored history can serve a backtest. For a market found by a live search, false means only that this was not checked.',
  })
  backtestReady!: boolean;

  @Field(() => FrameworkSymbols, { description: 'The names that framework configs and backtest symbols use for it.' })
  frameworkSymbols!: FrameworkSymbols;

  @Field(() => Usd, { description: 'Smallest price step at the present price.' })
  tickSize!: string;

  @Field(() => Usd, { description: 'Smallest value of an order.' })
  minOrderUsd!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Largest leverage that the venue allows on a small position; null if there is none.',
  })
  maxLeverage?: number | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The third-party exchange, run on the venue, that it trades on; null for the venue's own exchange.",
  })
  builderDex?: string | undefined;

  @Field(() => Int, {
    nullable: true,
    description:
      "Its number in the venue's native actions; null where they name it otherwise, and for a market on a third-party exchange.",
  })
  venueNumber?: number | undefined;

  @Field(() => Prediction, { nullable: true, description: 'The prediction; null for other kinds of markets.' })
  prediction?: Prediction | undefined;
}

/** A page of markets. */
export const MarketConnection = connectionType(Market, 'Market');
/** A page of markets, and what holds for the whole list. */
export interface MarketPage extends Connection<Market> {
  totalCount: number | undefined;
  unavailableVenues: string[];
}
Field(() => Int, {
  nullable: true,
  description: 'Number of markets in the whole list; null where a venue is searched and only the venue knows.',
})(MarketConnection.prototype, 'totalCount');
Field(() => [String], { description: 'Venues that could not be read; their markets are left out.' })(
  MarketConnection.prototype,
  'unavailableVenues',
);

/** Arguments of the list of markets. */
@ArgsType()
export class MarketsArguments extends ConnectionArguments {
  @Field(() => String, {
    defaultValue: '',
    description:
      'Words that must all occur in venue, symbol, name or question; case is ignored. The slug of a market or an event lists its tokens. Empty lists all markets; for a venue that is searched, only those ready for backtests.',
  })
  query!: string;

  @Field(() => String, { nullable: true, description: 'Only markets of this venue.' })
  venue?: string;

  @Field(() => MarketKind, { nullable: true, description: 'Only markets of this kind.' })
  kind?: string;

  @Field(() => MarketStatus, { nullable: true, description: 'Only markets with this status.' })
  status?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only markets that this framework has a name for: freqtrade or nautilus.',
  })
  framework?: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only markets whose stored history can, or cannot, serve a backtest.',
  })
  backtestReady?: boolean;
}
