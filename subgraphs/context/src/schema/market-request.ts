import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { DatasetUnavailability } from './backtest-dataset.js';

/** How far the history of a requested market is. */
const MarketRequestState = {
  requested: 'requested',
  collecting: 'collecting',
  ready: 'ready',
  refused: 'refused',
};
registerEnumType(MarketRequestState, {
  name: 'MarketRequestState',
  description: 'How far the history of a requested market is.',
  valuesConfig: {
    requested: { description: 'Nothing is stored yet.' },
    collecting: { description: 'Rows are stored, but no release is published.' },
    ready: { description: 'Backtests run on it; new rows follow until it closes or the request is dropped.' },
    refused: { description: 'It cannot be backtested; `reason` says why.' },
  },
});

@ObjectType({ description: "An account's wish that the history of a market is collected." })
export class MarketRequest {
  @Field(() => String, { description: 'The venue.' })
  venue!: string;

  @Field(() => String, { description: 'The name that the market is published under.' })
  market!: string;

  @Field(() => [String], { description: 'Canonical symbols of its instruments.' })
  symbols!: string[];

  @Field(() => MarketRequestState, { description: 'How far its history is.' })
  state!: string;

  @Field(() => DatasetUnavailability, {
    nullable: true,
    description: 'Why it cannot be backtested; null in any other state.',
  })
  reason?: string | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of its history that is stored, 0 to 1; null before its first rows.',
  })
  progress?: number | undefined;

  @Field(() => DateTime, { description: 'When the account asked for it.' })
  requestedAt!: Date;
}

@InputType({ description: 'The market to collect.' })
export class RequestMarketInput {
  @Field(() => String, { description: 'A venue that is searched: any other collects all of its markets.' })
  venue!: string;

  @Field(() => String, { description: 'Canonical symbol, token or slug. There is no fuzzy matching.' })
  market!: string;
}

@ObjectType({ description: 'A stored request.' })
export class RequestMarketPayload {
  @Field(() => MarketRequest, { description: 'The request as it is now.' })
  request!: MarketRequest;
}

@InputType({ description: 'The request to end.' })
export class DropMarketRequestInput {
  @Field(() => String, { description: 'The venue.' })
  venue!: string;

  @Field(() => String, { description: "The request's market, or a symbol, token or slug of it." })
  market!: string;
}

@ObjectType({ description: 'An ended request.' })
export class DropMarketRequestPayload {
  @Field(() => MarketRequest, { description: 'The request as it was.' })
  request!: MarketRequest;
}
