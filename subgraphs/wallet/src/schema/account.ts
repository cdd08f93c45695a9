import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'An account of the platform.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
