import { DateTime, Usd } from '@platform/rpc/subgraph';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';

const PositionSide = { long: 'long', short: 'short' };
registerEnumType(PositionSide, {
  name: 'PositionSide',
  description: 'Direction of a position.',
  valuesConfig: {
    long: { description: 'It profits when the price rises.' },
    short: { description: 'It profits when the price falls.' },
  },
});

const MarginMode = { cross: 'cross', isolated: 'isolated' };
registerEnumType(MarginMode, {
  name: 'MarginMode',
  description: 'Margin mode of a position.',
  valuesConfig: {
    cross: { description: 'All money of the account backs it.' },
    isolated: { description: 'Only its own margin backs it.' },
  },
});

const OrderSide = { buy: 'buy', sell: 'sell' };
registerEnumType(OrderSide, {
  name: 'OrderSide',
  description: 'Side of an order.',
  valuesConfig: { buy: { description: 'It buys the base asset.' }, sell: { description: 'It sells the base asset.' } },
});

@ObjectType({ description: 'A position that a wallet holds at a venue, as the venue reports it.' })
export class Position {
  @Field(() => String, { description: 'Canonical symbol of the market.' })
  symbol!: string;

  @Field(() => PositionSide, { description: 'Its direction.' })
  side!: string;

  @Field(() => String, { description: 'Units of the base asset, without a sign: a decimal string.' })
  size!: string;

  @Field(() => Usd, { description: 'Value at the mark price.' })
  sizeUsd!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Average entry price: a decimal string; null if the venue reports none.',
  })
  entryPrice?: string | undefined;

  @Field(() => Usd, { description: 'Unrealized profit at the mark price, negative for a loss.' })
  unrealizedPnlUsd!: string;

  @Field(() => Usd, { description: 'Margin: the part of the account’s money that the venue holds for it.' })
  marginUsedUsd!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Liquidation price at which the venue closes it (mark price): a decimal string; null if there is none.',
  })
  liquidationPrice?: string | undefined;

  @Field(() => MarginMode, { description: 'Its margin mode.' })
  marginMode!: string;

  @Field(() => Float, { description: 'Leverage that the account has set: value per unit of margin.' })
  leverage!: number;
}

@ObjectType({
  description: 'An order of a wallet that rests in the order book or waits for its trigger, as the venue reports it.',
})
export class OpenOrder {
  @Field(() => ID, { description: 'Id of the order at the venue.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Client order id; null if the client set none.' })
  clientOrderId?: string | undefined;

  @Field(() => String, {
    description: 'Canonical symbol of the market; the venue’s own name if it has none, as spot markets.',
  })
  symbol!: string;

  @Field(() => OrderSide, { description: 'Its side.' })
  side!: string;

  @Field(() => String, { description: 'Order type as the venue names it, for example Limit or Stop Market.' })
  type!: string;

  @Field(() => String, { description: 'Limit price: a decimal string.' })
  limitPrice!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Trigger price: a decimal string; null if it has no trigger.',
  })
  triggerPrice?: string | undefined;

  @Field(() => String, { description: 'Units of the base asset that are not filled yet: a decimal string.' })
  size!: string;

  @Field(() => String, { description: 'Units of the base asset that were ordered: a decimal string.' })
  originalSize!: string;

  @Field(() => Boolean, { description: 'Whether it is reduce-only: it can only make a position smaller.' })
  reduceOnly!: boolean;

  @Field(() => DateTime, { description: 'When the venue accepted it.' })
  createdAt!: Date;
}
