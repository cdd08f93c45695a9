import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A managed wallet at a venue: what trades there.' })
export class TradingAccount {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  /** Known where a document requests what depends on it. */
  @Directive('@external')
  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  /** Known where a document requests what depends on it. */
  @Directive('@external')
  @Field(() => Boolean, { description: 'Whether it trades where a request names no account.' })
  isDefault!: boolean;
}
