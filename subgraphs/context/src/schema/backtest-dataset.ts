import { DateTime } from '@platform/rpc/subgraph';
import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** Why a backtest of a market has no dataset. */
export const DatasetUnavailability = {
  not_published: 'not_published',
  withdrawn: 'withdrawn',
  malformed_marker: 'malformed_marker',
  foreign_environment: 'foreign_environment',
  corrupted_manifest: 'corrupted_manifest',
  corrupted_object: 'corrupted_object',
  no_bars: 'no_bars',
  unknown_fees: 'unknown_fees',
};
registerEnumType(DatasetUnavailability, {
  name: 'DatasetUnavailability',
  description: 'Why a backtest of a market has no dataset.',
  valuesConfig: {
    not_published: { description: 'No release of it is published, or there is no such market.' },
    withdrawn: { description: 'Its release was withdrawn.' },
    malformed_marker: { description: 'Its readiness marker is malformed, or belongs to another market.' },
    foreign_environment: { description: 'Its readiness marker belongs to another environment.' },
    corrupted_manifest: { description: 'The manifest of its release is missing or damaged.' },
    corrupted_object: { description: 'An object of its release is missing or damaged.' },
    no_bars: { description: 'Its release holds no candles.' },
    unknown_fees: { description: 'Its venue does not state its fee schedule.' },
  },
});

@ObjectType({ description: 'The candles of a release.' })
export class BacktestBars {
  @Field(() => String, { description: 'Length of each candle, for example 1m.' })
  timeframe!: string;

  @Field(() => DateTime, { description: 'When the first one opens.' })
  coverageStart!: Date;

  @Field(() => DateTime, { description: 'When the last one closes.' })
  coverageEnd!: Date;
}

@ObjectType({ description: 'The time range that the rows of a release cover.' })
export class BacktestCoverage {
  @Field(() => DateTime, { description: "First row's time." })
  coverageStart!: Date;

  @Field(() => DateTime, { description: "End of the last row's hour." })
  coverageEnd!: Date;
}

@ObjectType({ description: "An immutable release of a market's history." })
export class BacktestRelease {
  @Field(() => String, { description: 'URI of its manifest in the object store.' })
  manifestUri!: string;

  @Field(() => String, { description: 'Version of the release.' })
  datasetVersion!: string;

  @Field(() => BacktestBars, { description: 'The finest candles that it holds.' })
  bars!: BacktestBars;

  @Field(() => BacktestCoverage, { nullable: true, description: 'Its funding; null if it has none.' })
  funding?: BacktestCoverage | undefined;
}

@ObjectType({ description: 'The data that a backtest of a market would use, or why there is none.' })
export class BacktestDataset {
  @Field(() => String, { description: 'The venue.' })
  venue!: string;

  @Field(() => String, { description: 'The market, as requested.' })
  market!: string;

  @Field(() => Boolean, { description: 'Whether its latest release can serve a backtest.' })
  backtestReady!: boolean;

  @Field(() => DatasetUnavailability, { nullable: true, description: 'Why it cannot; null if it can.' })
  unavailabilityReason?: string | undefined;

  @Field(() => BacktestRelease, { nullable: true, description: 'Its latest release; null if it cannot.' })
  dataset?: BacktestRelease | undefined;
}
