import { DateTime, Usd } from '@platform/rpc/subgraph';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';

const PositionSide = { long: 'long', short: 'short' };
registerEnumType(PositionSide, {
  name: 'PositionSide',
  description: 'Which way a position goes.',
  valuesConfig: {
    long: { description: 'It wins when the price rises.' },
    short: { description: 'It wins when the price falls.' },
  },
});

const MarginMode = { cross: 'cross', isolated: 'isolated' };
registerEnumType(MarginMode, {
  name: 'MarginMode',
  description: 'What stands for a position.',
  valuesConfig: {
    cross: { description: 'All money of the account.' },
    isolated: { description: 'Its own margin alone.' },
  },
});

const OrderSide = { buy: 'buy', sell: 'sell' };
registerEnumType(OrderSide, {
  name: 'OrderSide',
  description: 'Which way an order goes.',
  valuesConfig: { buy: { description: 'It buys the base asset.' }, sell: { description: 'It sells the base asset.' } },
});

@ObjectType({ description: 'A position that a wallet holds at a venue, as the venue shows it.' })
export class Position {
  @Field(() => String, { description: 'Canonical symbol of the market.' })
  symbol!: string;

  @Field(() => PositionSide, { description: 'Which way it goes.' })
  side!: string;

  @Field(() => String, { description: 'Units of the base asset, without a sign: a decimal string.' })
  size!: string;

  @Field(() => Usd, { description: 'What it is worth at the mark price.' })
  sizeUsd!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The average price that it was opened at: a decimal string; null where the venue shows none.',
  })
  entryPrice?: string | undefined;

  @Field(() => Usd, { description: 'What it would win at the mark price, negative for a loss.' })
  unrealizedPnlUsd!: string;

  @Field(() => Usd, { description: 'What the venue holds for it of the money of the account.' })
  marginUsedUsd!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The mark price at which the venue closes it: a decimal string; null where there is none.',
  })
  liquidationPrice?: string | undefined;

  @Field(() => MarginMode, { description: 'What stands for it.' })
  marginMode!: string;

  @Field(() => Float, { description: 'How many times its margin it may be worth, as the account has set it.' })
  leverage!: number;
}

@ObjectType({
  description: 'An order of a wallet that rests in a book, or waits for its trigger, as the venue shows it.',
})
export class OpenOrder {
  @Field(() => ID, { description: 'The venue’s id of it.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The id that the client gave it; null where it gave none.' })
  clientOrderId?: string | undefined;

  @Field(() => String, {
    description: 'Canonical symbol of the market; the name that the venue gives it where it has none, as spot markets.',
  })
  symbol!: string;

  @Field(() => OrderSide, { description: 'Which way it goes.' })
  side!: string;

  @Field(() => String, { description: 'In the words of the venue, for example Limit or Stop Market.' })
  type!: string;

  @Field(() => String, { description: 'The price of its limit: a decimal string.' })
  limitPrice!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The price that sets it off: a decimal string; null where it waits for none.',
  })
  triggerPrice?: string | undefined;

  @Field(() => String, { description: 'Units of the base asset that are not filled yet: a decimal string.' })
  size!: string;

  @Field(() => String, { description: 'Units of the base asset that were ordered: a decimal string.' })
  originalSize!: string;

  @Field(() => Boolean, { description: 'Whether it can only make a position smaller.' })
  reduceOnly!: boolean;

  @Field(() => DateTime, { description: 'When the venue took it.' })
  createdAt!: Date;
}
