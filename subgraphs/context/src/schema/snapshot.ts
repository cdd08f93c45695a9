import { DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';

const ScanBucket = { alts: 'alts', hip3: 'hip3' };
registerEnumType(ScanBucket, {
  name: 'ScanBucket',
  description: 'Where the markets of a scan trade. BTC, ETH and SOL are in neither.',
  valuesConfig: {
    alts: { description: "A venue's own markets." },
    hip3: { description: 'Markets of builder-deployed exchanges; backtests are not available for them.' },
  },
});

const ScanCategory = {
  momentum: 'momentum',
  mean_reversion: 'mean_reversion',
  breakout: 'breakout',
  volume: 'volume',
};
registerEnumType(ScanCategory, {
  name: 'ScanCategory',
  description: 'Why a scan lists a market.',
  valuesConfig: {
    momentum: { description: 'A seven-day return beyond what chance would give.' },
    mean_reversion: { description: 'A price far from its mean, without a trend.' },
    breakout: { description: 'A price outside the range of the seven days before.' },
    volume: { description: 'More traded in a day than in the 30 days before.' },
  },
});

const RegimeState = {
  trending_up: 'trending_up',
  trending_down: 'trending_down',
  transitional: 'transitional',
  ranging: 'ranging',
  unknown: 'unknown',
};
registerEnumType(RegimeState, {
  name: 'RegimeState',
  description: 'Trend of a market.',
  valuesConfig: {
    trending_up: { description: 'A directional index of 25 or more, with more movement up.' },
    trending_down: { description: 'A directional index of 25 or more, with more movement down.' },
    transitional: { description: 'A directional index from 20 to 25.' },
    ranging: { description: 'A directional index below 20.' },
    unknown: { description: 'There are too few candles.' },
  },
});

const FundingTrend = { rising: 'rising', falling: 'falling', flat: 'flat' };
registerEnumType(FundingTrend, {
  name: 'FundingTrend',
  description: 'The mean funding of the last day compared with that of the last seven days.',
  valuesConfig: {
    rising: { description: 'It is higher by at least one percentage point per year.' },
    falling: { description: 'It is lower by at least one percentage point per year.' },
    flat: { description: 'They differ by less.' },
  },
});

@ObjectType({ description: 'A market that a scan lists, and why.' })
export class ScanResult {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical symbol.' })
  symbol!: string;

  @Field(() => ScanCategory, { description: 'Why it is listed.' })
  category!: string;

  @Field(() => Float, {
    description: "0 to 100, to one decimal; 50 is the category's threshold. Equal input gives an equal score.",
  })
  score!: number;

  @Field(() => String, { description: 'The numbers that the score is computed from: a JSON object as text.' })
  evidenceJson!: string;
}

@ObjectType({ description: 'Results of the latest scan of all markets.' })
export class Scan {
  @Field(() => DateTime, { description: 'When the scan began.' })
  computedAt!: Date;

  @Field(() => [ScanResult], { description: 'By score, highest first.' })
  results!: ScanResult[];
}

/** Arguments of a scan. */
@ArgsType()
export class ScanArguments {
  @Field(() => ScanBucket, { nullable: true, description: 'Only markets of this bucket; null for all.' })
  bucket?: string | null;

  @Field(() => ScanCategory, { nullable: true, description: 'Only results of this category; null for all.' })
  category?: string | null;

  @Field(() => Int, { defaultValue: 10, description: 'How many results to return at most, 1 to 50.' })
  topN!: number;
}

@ObjectType({ description: 'Trend of a market.' })
export class SetupRegime {
  @Field(() => RegimeState, { description: 'Its state, derived from the index.' })
  state!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Average directional index over 14 hours, 0 to 100; null if there are too few candles.',
  })
  adx14?: number | undefined;
}

@ObjectType({ description: 'Prices at which a market turned more than once, the nearest first.' })
export class SetupLevels {
  @Field(() => [Float], { description: 'Below the last close, at most three.' })
  support!: number[];

  @Field(() => [Float], { description: 'Above the last close, at most three.' })
  resistance!: number[];
}

@ObjectType({ description: 'Volatility of a market.' })
export class SetupVolatility {
  @Field(() => Float, {
    nullable: true,
    description: 'Average true range over 14 hours, in percent of the last close; null if there are too few candles.',
  })
  atr14Pct?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      'Percentile of the width of the Bollinger bands (20 hours, two deviations) within 90 days, 0 to 100; null if there are too few candles.',
  })
  bbWidthPctile90d?: number | undefined;
}

@ObjectType({ description: 'Funding cost of a position.' })
export class SetupFunding {
  @Field(() => Float, {
    nullable: true,
    description: 'The newest hourly rate times 8760; null if none was paid within a day.',
  })
  currentAnnualized?: number | undefined;

  @Field(() => FundingTrend, { nullable: true, description: 'Direction of its change; null if none was paid.' })
  trend?: string | undefined;
}

@ObjectType({ description: 'Technical state of a market, computed from hourly candles of ninety days.' })
export class Setup {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical symbol.' })
  symbol!: string;

  @Field(() => DateTime, { description: 'When it was computed.' })
  computedAt!: Date;

  @Field(() => SetupRegime, { description: 'Trend.' })
  regime!: SetupRegime;

  @Field(() => SetupLevels, { description: 'Prices at which it turned more than once.' })
  levels!: SetupLevels;

  @Field(() => SetupVolatility, { description: 'Volatility.' })
  volatility!: SetupVolatility;

  @Field(() => SetupFunding, { description: 'Funding cost of a position.' })
  funding!: SetupFunding;
}
