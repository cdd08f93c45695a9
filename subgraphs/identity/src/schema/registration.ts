import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@InputType({ description: 'An address to send a code to.' })
export class SendRegistrationCodeInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
}

@ObjectType({ description: 'A code was sent; the response is the same whether or not the address has an account.' })
export class SendRegistrationCodePayload {
  @Field(() => Int, { description: 'How long the code is valid, in seconds.' })
  expiresInSeconds!: number;
}

@InputType({ description: 'A code that was received.' })
export class VerifyRegistrationCodeInput {
  @Field(() => String, { description: 'The address that the code was sent to.' })
  email!: string;

  @Field(() => String, { description: 'The six-digit code.' })
  otp!: string;
}

@ObjectType({ description: 'The session and the API key for a verified address.' })
export class VerifyRegistrationCodePayload {
  @Field(() => String, { description: 'Session token; shown here and never again.' })
  sessionToken!: string;

  @Field(() => ID, { description: "The account's identifier." })
  accountId!: string;

  @Field(() => String, { description: "The account's verified address." })
  email!: string;

  @Field(() => String, { description: 'Secret of a new API key named api-key; shown here and never again.' })
  apiKey!: string;
}
