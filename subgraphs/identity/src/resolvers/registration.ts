import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { IdentityContext } from '../context.js';
import {
  SendRegistrationCodeInput,
  SendRegistrationCodePayload,
  VerifyRegistrationCodeInput,
  VerifyRegistrationCodePayload,
} from '../schema/registration.js';

/** Registration and sign-in by e-mail; needs no credential. */
@Resolver()
export class RegistrationResolver {
  @Mutation(() => SendRegistrationCodePayload, {
    nullable: true,
    description: 'Sends a six-digit code to an e-mail address.',
  })
  sendRegistrationCode(
    @Arg('input', () => SendRegistrationCodeInput, { description: 'The address to send it to.' })
    input: SendRegistrationCodeInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<SendRegistrationCodePayload> {
    return client.sendRegistrationCode(input, call);
  }

  @Mutation(() => VerifyRegistrationCodePayload, {
    nullable: true,
    description:
      'Exchanges the newest code for a session and a new API key. The first exchange for an address creates its account.',
  })
  verifyRegistrationCode(
    @Arg('input', () => VerifyRegistrationCodeInput, { description: 'The code.' }) input: VerifyRegistrationCodeInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<VerifyRegistrationCodePayload> {
    return client.verifyRegistrationCode(input, call);
  }
}
