import { DateTime } from '@platform/rpc/subgraph';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BacktestStatus } from './backtest.js';
import { TradeSide } from './trade.js';

const ParityCause = {
  price: 'price',
  slippage: 'slippage',
  fee: 'fee',
  funding: 'funding',
  size: 'size',
  partial_fill: 'partial_fill',
  exit: 'exit',
  late_candle: 'late_candle',
  feed_silent: 'feed_silent',
  not_running: 'not_running',
  entries_blocked: 'entries_blocked',
  minimum_size: 'minimum_size',
  earlier_difference: 'earlier_difference',
  open_at_end: 'open_at_end',
  unexplained: 'unexplained',
};
registerEnumType(ParityCause, {
  name: 'ParityCause',
  description: "Why a deployment's trade differs from the backtest's, or is missing on one side.",
  valuesConfig: {
    price: { description: 'It was filled at other prices.' },
    slippage: {
      description: "With real money: an order in time was filled at another price than the candle's.",
    },
    fee: { description: 'It was charged another fee.' },
    funding: { description: 'Funding was paid or received on one side alone.' },
    size: { description: 'It was of another amount.' },
    partial_fill: { description: 'With real money: an order of it was filled only in part.' },
    exit: { description: 'A price within a candle ended it on one side, and not on the other.' },
    late_candle: { description: 'A candle was told to the deployment late, or was corrected after it was told.' },
    feed_silent: { description: 'The feed gave the deployment no answer.' },
    not_running: { description: 'The deployment did not run.' },
    entries_blocked: { description: 'The deployment was to open nothing more.' },
    minimum_size: {
      description: 'It is about as small as an order may be, so that a slightly smaller balance opens none.',
    },
    earlier_difference: { description: 'An earlier trade that differs was still open, or had used the money.' },
    open_at_end: { description: 'It was open when the period ended.' },
    unexplained: { description: 'None of these.' },
  },
});

@ObjectType({ description: 'Why a parity report can not be made.' })
export class ParityError {
  @Field(() => String, {
    description: "Stable code of the backtest's error, for example data_unavailable. More codes may be added.",
  })
  code!: string;

  @Field(() => String, { description: 'What went wrong.' })
  message!: string;
}

@ObjectType({ description: 'How many trades a cause explains.' })
export class ParityCauseCount {
  @Field(() => ParityCause, { description: 'The cause.' })
  cause!: string;

  @Field(() => Int, { description: 'The number of trades; one with several causes counts for each.' })
  trades!: number;
}

@ObjectType({
  description:
    'What makes the profits of two trades differ, in USD, deployed minus replayed; the sum is the difference of profit.',
})
export class ParityEffects {
  @Field(() => Float, { description: 'Of entry and exit prices.' })
  priceUsd!: number;

  @Field(() => Float, { description: 'Of the amount.' })
  sizeUsd!: number;

  @Field(() => Float, { description: 'Of fees.' })
  feeUsd!: number;

  @Field(() => Float, {
    description: 'What is left: funding, rounding, and earlier exits of a trade that has several.',
  })
  fundingUsd!: number;
}

@ObjectType({ description: 'One side of a row.' })
export class ParityTrade {
  @Field(() => DateTime, { description: 'When it was opened.' })
  openedAt!: Date;

  @Field(() => DateTime, {
    description: 'When it was closed; a backtest closes what is open as its range ends.',
  })
  closedAt!: Date;

  @Field(() => Float, { description: 'Average price of its entries.' })
  openRate!: number;

  @Field(() => Float, { description: 'Price of its last exit.' })
  closeRate!: number;

  @Field(() => Float, { description: 'Its size, in the base asset.' })
  amount!: number;

  @Field(() => Float, { description: 'Fees of all its orders, in USD.' })
  feesUsd!: number;

  @Field(() => Float, { description: 'Its profit after fees, in USD.' })
  profitUsd!: number;

  @Field(() => String, { description: "Why it was closed, in the framework's or the strategy's own words." })
  exitReason!: string;
}

@ObjectType({ description: 'A trade of the deployment, of the backtest, or of both.' })
export class ParityRow {
  @Field(() => String, { description: "The framework's alias of its market." })
  symbol!: string;

  @Field(() => TradeSide, { description: 'Whether it is long or short.' })
  side!: string;

  @Field(() => ParityTrade, {
    nullable: true,
    description: 'As the deployment traded; null where the backtest alone did.',
  })
  deployed?: ParityTrade | undefined;

  @Field(() => ParityTrade, {
    nullable: true,
    description: 'As the backtest traded; null where the deployment alone did.',
  })
  replayed?: ParityTrade | undefined;

  @Field(() => [ParityCause], { description: 'Why they differ, or one is missing; empty where they are the same.' })
  causes!: string[];

  @Field(() => ParityEffects, { nullable: true, description: 'Its effects; null where one side has no trade.' })
  effects?: ParityEffects | undefined;
}

@ObjectType({ description: 'The trades of a deployment compared with those of a backtest of its period.' })
export class ParityReport {
  @Field(() => Int, { description: 'How many trades were compared: those of both count once.' })
  trades!: number;

  @Field(() => Int, { description: 'How many of them are the same in both.' })
  same!: number;

  @Field(() => Float, {
    description: 'How many of them are the same, or differ for a known cause, in percent; 100 where there are none.',
  })
  explainedPct!: number;

  @Field(() => Boolean, {
    description:
      'Whether older trades are left out: beyond 5,000 of either side of the comparison, and beyond 1,000 of the rows.',
  })
  truncated!: boolean;

  @Field(() => [ParityCauseCount], {
    description: 'How many trades each cause explains, without those that explain none.',
  })
  causes!: ParityCauseCount[];

  @Field(() => ParityEffects, { description: 'The effects of all compared trades of both together.' })
  effects!: ParityEffects;

  @Field(() => [ParityRow], { description: 'The newest 1,000, ascending by the time at which they were opened.' })
  rows!: ParityRow[];
}

@ObjectType({
  description:
    "A parity report: the deployment's own strategy, config, markets and version, run over the deployment's own period.",
})
export class DeploymentParity {
  @Field(() => ID, { description: "Id of its backtest, one of the account's own." })
  backtestId!: string;

  @Field(() => BacktestStatus, { description: 'The status of the backtest.' })
  status!: string;

  @Field(() => DateTime, {
    description:
      "Where the period begins: the candle of the deployment's first start, or the one before it where the framework acts on that.",
  })
  from!: Date;

  @Field(() => DateTime, {
    description: "Where it ends, exclusive: the deployment's latest whole candle whose history was stored.",
  })
  to!: Date;

  @Field(() => DateTime, { description: 'When the report was asked for.' })
  createdAt!: Date;

  @Field(() => ParityError, {
    nullable: true,
    description: 'Why the backtest has no result; null unless its status is error.',
  })
  error?: ParityError | undefined;

  @Field(() => ParityReport, { nullable: true, description: 'The comparison; null until the backtest is finished.' })
  report?: ParityReport | undefined;
}

@InputType({ description: 'A deployment to compare with a backtest of its own period.' })
export class StartDeploymentParityInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType({ description: 'A parity report that was asked for.' })
export class StartDeploymentParityPayload {
  @Field(() => DeploymentParity, { description: 'The report, or the one that is under way.' })
  parity!: DeploymentParity;
}
