import { DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';

const ScanBucket = { alts: 'alts', hip3: 'hip3' };
registerEnumType(ScanBucket, {
  name: 'ScanBucket',
  description: 'Where the markets of a scan trade. BTC, ETH and SOL are in neither.',
  valuesConfig: {
    alts: { description: "A venue's own markets." },
    hip3: { description: 'Those of builder-deployed exchanges, which no backtest can run on.' },
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
  description: 'What a market may be noticed for.',
  valuesConfig: {
    momentum: { description: 'A return of seven days beyond what chance would give.' },
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
  description: 'Whether a market has a direction.',
  valuesConfig: {
    trending_up: { description: 'An index of 25 or more, with more movement up.' },
    trending_down: { description: 'An index of 25 or more, with more movement down.' },
    transitional: { description: 'An index from 20 to 25.' },
    ranging: { description: 'An index below 20.' },
    unknown: { description: 'There are too few candles.' },
  },
});

const FundingTrend = { rising: 'rising', falling: 'falling', flat: 'flat' };
registerEnumType(FundingTrend, {
  name: 'FundingTrend',
  description: 'The mean funding of the last day beside that of the last seven.',
  valuesConfig: {
    rising: { description: 'It is higher by a percentage point a year or more.' },
    falling: { description: 'It is lower by a percentage point a year or more.' },
    flat: { description: 'They differ by less.' },
  },
});

@ObjectType({ description: 'A market that was noticed for something.' })
export class ScanResult {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical symbol.' })
  symbol!: string;

  @Field(() => ScanCategory, { description: 'What it was noticed for.' })
  category!: string;

  @Field(() => Float, {
    description: '0 to 100, to one decimal; 50 where it is remarkable. Equal input gives an equal score.',
  })
  score!: number;

  @Field(() => String, { description: 'The numbers that the score is computed from: a JSON object as text.' })
  evidenceJson!: string;
}

@ObjectType({ description: 'The markets that were noticed when all were last looked at.' })
export class Scan {
  @Field(() => DateTime, { description: 'When they were looked at.' })
  computedAt!: Date;

  @Field(() => [ScanResult], { description: 'By score, highest first.' })
  results!: ScanResult[];
}

/** Arguments of a scan. */
@ArgsType()
export class ScanArguments {
  @Field(() => ScanBucket, { nullable: true, description: 'Only markets that trade there; null for all.' })
  bucket?: string | null;

  @Field(() => ScanCategory, { nullable: true, description: 'Only markets noticed for that; null for all.' })
  category?: string | null;

  @Field(() => Int, { defaultValue: 10, description: 'How many results to return at most, 1 to 50.' })
  topN!: number;
}

@ObjectType({ description: 'Whether a market has a direction.' })
export class SetupRegime {
  @Field(() => RegimeState, { description: 'Its state, by the index.' })
  state!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Average directional index over 14 hours, 0 to 100; null where there are too few candles.',
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

@ObjectType({ description: 'How much a market moves.' })
export class SetupVolatility {
  @Field(() => Float, {
    nullable: true,
    description:
      'Average true range over 14 hours, in percent of the last close; null where there are too few candles.',
  })
  atr14Pct?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      'Where the width of the Bollinger bands (20 hours, two deviations) stands among those of 90 days, 0 to 100; null where there are too few candles.',
  })
  bbWidthPctile90d?: number | undefined;
}

@ObjectType({ description: 'What a position costs.' })
export class SetupFunding {
  @Field(() => Float, {
    nullable: true,
    description: 'The newest hourly rate times 8760; null where none was paid within a day.',
  })
  currentAnnualized?: number | undefined;

  @Field(() => FundingTrend, { nullable: true, description: 'Which way it moved; null where none was paid.' })
  trend?: string | undefined;
}

@ObjectType({ description: 'How a market stands, by hourly candles of ninety days.' })
export class Setup {
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical symbol.' })
  symbol!: string;

  @Field(() => DateTime, { description: 'When it was computed.' })
  computedAt!: Date;

  @Field(() => SetupRegime, { description: 'Whether it has a direction.' })
  regime!: SetupRegime;

  @Field(() => SetupLevels, { description: 'Prices at which it turned more than once.' })
  levels!: SetupLevels;

  @Field(() => SetupVolatility, { description: 'How much it moves.' })
  volatility!: SetupVolatility;

  @Field(() => SetupFunding, { description: 'What a position costs.' })
  funding!: SetupFunding;
}
