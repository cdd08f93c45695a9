import { DateTime } from '@platform/rpc/subgraph';
import { Field, ID, InputType, ObjectType } from 'type-graphql';

@InputType({ description: 'A code that was received.' })
export class OpenSessionInput {
  @Field(() => String, { description: 'The address that the code was sent to.' })
  email!: string;

  @Field(() => String, { description: 'The six-digit code.' })
  otp!: string;
}

@ObjectType({ description: 'A session for a verified address.' })
export class OpenSessionPayload {
  @Field(() => String, { description: 'Session token; shown here and never again.' })
  sessionToken!: string;

  @Field(() => ID, { description: "The account's identifier." })
  accountId!: string;
}

@ObjectType({ description: 'A link that signs the account in, once.' })
export class CreateSignInLinkPayload {
  @Field(() => String, { description: 'The secret of the link; shown here and never again.' })
  secret!: string;

  @Field(() => DateTime, { description: 'When it ends unless it is used.' })
  expiresAt!: Date;
}

@InputType({ description: 'A link that was opened.' })
export class UseSignInLinkInput {
  @Field(() => String, { description: 'The secret of the link.' })
  secret!: string;
}

@ObjectType({ description: 'The session that a link opened.' })
export class UseSignInLinkPayload {
  @Field(() => String, { description: 'Session token; shown here and never again.' })
  sessionToken!: string;

  @Field(() => ID, { description: "The account's identifier." })
  accountId!: string;

  @Field(() => DateTime, { description: 'When the session ends.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'What became of a session.' })
export class EndSessionPayload {
  @Field(() => Boolean, {
    description:
      "Whether the caller's token is void from now on; false for a token of an identity provider, which ends by itself.",
  })
  ended!: boolean;
}
