import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'The figures that a record of the older platform kept; each is null if it was not kept.',
})
export class LegacyBacktestResult {
  @Field(() => Float, { nullable: true, description: 'Profit in percent of the starting balance.' })
  profitTotalPct?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Gain of buying and holding the markets over the window, in percent.',
  })
  marketChangePct?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Largest fall of the balance from a peak, in percent of the peak.',
  })
  maxDrawdownPct?: number | undefined;

  @Field(() => Int, { nullable: true, description: 'Number of closed trades.' })
  trades?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Share of the trades that made a profit, from 0 to 1.' })
  winRate?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Gains divided by losses.' })
  profitFactor?: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Sharpe ratio.' })
  sharpe?: number | undefined;
}
