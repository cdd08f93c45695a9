import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A managed wallet at a venue: what trades there.' })
export class TradingAccount {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
