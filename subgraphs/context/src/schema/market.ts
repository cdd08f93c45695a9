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
  description: 'Whether a market trades.',
  valuesConfig: {
    active: { description: 'It trades.' },
    halted: { description: 'It does not trade for now.' },
    closed: { description: 'It no longer trades; its history stays.' },
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
    'What takers of a prediction pay for each share of a fill, in USD: rate · (price · (1 − price)) ^ exponent. Makers pay nothing.',
})
export class TakerFees {
  @Field(() => Float, { description: '0 where there are no fees.' })
  rate!: number;

  @Field(() => Float, { description: 'How fast they fall as the price leaves one half.' })
  exponent!: number;
}

@ObjectType({ description: 'What is predicted by the market that a token of a prediction belongs to.' })
export class Prediction {
  @Field(() => String, { description: "The venue's readable name of the market; its tokens share it." })
  slug!: string;

  @Field(() => String, { description: 'What is asked.' })
  question!: string;

  @Field(() => String, { description: 'The outcome that the token pays one for, one of `outcomes`.' })
  outcome!: string;

  @Field(() => [String], { description: 'All outcomes of the market.' })
  outcomes!: string[];

  @Field(() => DateTime, { description: 'When trading is to end.' })
  endDate!: Date;

  @Field(() => String, { nullable: true, description: 'The outcome that came true; null before that is known.' })
  resolution?: string | undefined;

  @Field(() => TakerFees, {
    nullable: true,
    description: 'What takers pay; null where the venue does not say, and then the market is not backtested.',
  })
  takerFees?: TakerFees | undefined;
}

@Directive('@key(fields: "venue symbol")')
@ObjectType({ description: 'An instrument of a venue.' })
export class Market {
  @Directive('@shareable')
  @Field(() => ID, {
    description: 'Names it among the markets of all venues, for caches; it is no argument of any field.',
  })
  id!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical, venue-native symbol, for example BTC/USDC:USDC.' })
  symbol!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => MarketKind, { description: 'What kind of instrument it is.' })
  kind!: string;

  @Field(() => MarketStatus, { description: 'Whether it trades.' })
  status!: string;

  @Field(() => Boolean, {
    description:
      'Whether stored history can serve a backtest. False of a market that a live search found says only that nobody looked.',
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
    description: 'Largest leverage that the venue allows on a small position; null where there is none.',
  })
  maxLeverage?: number | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The exchange of a third party, run on the venue, that it trades on; null: the venue's own.",
  })
  builderDex?: string | undefined;

  @Field(() => Prediction, { nullable: true, description: 'What is predicted; null unless it is a prediction.' })
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
  description: 'How many markets the whole list has; null where a venue is searched, and only it knows.',
})(MarketConnection.prototype, 'totalCount');
Field(() => [String], { description: 'The venues that could not be read, whose markets are left out.' })(
  MarketConnection.prototype,
  'unavailableVenues',
);

/** Arguments of the list of markets. */
@ArgsType()
export class MarketsArguments extends ConnectionArguments {
  @Field(() => String, {
    defaultValue: '',
    description:
      'Words that must all occur in venue, symbol, name or question, in any case. Empty lists all markets; of a venue that is searched only those that are ready for backtests.',
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
    description: 'Only markets whose stored history can, or can not, serve a backtest.',
  })
  backtestReady?: boolean;
}
