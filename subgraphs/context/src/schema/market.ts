import { ConnectionArguments, connectionType, Usd } from '@platform/subgraph';
import { ArgsType, Directive, Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';

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

  @Field(() => MarketKind, { description: 'What kind of instrument it is.' })
  kind!: string;

  @Field(() => MarketStatus, { description: 'Whether it trades.' })
  status!: string;

  @Field(() => Boolean, { description: 'Whether stored history can serve a backtest.' })
  backtestReady!: boolean;

  @Field(() => FrameworkSymbols, { description: 'The names that framework configs and backtest symbols use for it.' })
  frameworkSymbols!: FrameworkSymbols;

  @Field(() => Usd, { description: 'Smallest price step at the present price.' })
  tickSize!: string;

  @Field(() => Usd, { description: 'Smallest value of an order.' })
  minOrderUsd!: string;

  @Field(() => Float, { description: 'Largest leverage that the venue allows on a small position.' })
  maxLeverage!: number;
}

/** A page of markets. */
export const MarketConnection = connectionType(Market, 'Market', { isCounted: true });

/** Arguments of the list of markets. */
@ArgsType()
export class MarketsArguments extends ConnectionArguments {
  @Field(() => String, {
    defaultValue: '',
    description: 'Words that must all occur in venue, symbol or name, in any case; empty lists all markets.',
  })
  query!: string;

  @Field(() => String, { nullable: true, description: 'Only markets of this venue.' })
  venue?: string;

  @Field(() => MarketKind, { nullable: true, description: 'Only markets of this kind.' })
  kind?: string;

  @Field(() => MarketStatus, { nullable: true, description: 'Only markets with this status.' })
  status?: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only markets whose stored history can, or can not, serve a backtest.',
  })
  backtestReady?: boolean;
}
