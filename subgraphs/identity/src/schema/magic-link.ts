import { Field, InputType, ObjectType } from 'type-graphql';

@InputType({ description: 'An address to send a key to.' })
export class SendMagicLinkInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
}

@ObjectType({ description: 'A key was sent; the response is the same whether or not the address has an account.' })
export class SendMagicLinkPayload {
  @Field(() => Boolean, { description: 'Whether the message was sent; always true.' })
  sent!: boolean;
}

@InputType({ description: 'A link that was opened.' })
export class UseMagicLinkInput {
  @Field(() => String, { description: 'The token of the link.' })
  token!: string;
}

@ObjectType({ description: 'What a link did.' })
export class UseMagicLinkPayload {
  @Field(() => String, { description: "The account's verified address." })
  email!: string;

  @Field(() => String, { description: "First characters of the key's secret, for display." })
  keyPrefix!: string;

  @Field(() => Boolean, { description: 'Whether the key is active; false where it has been revoked since.' })
  activated!: boolean;
}
