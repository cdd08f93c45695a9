import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { IdentityContext } from '../context.js';
import {
  CreateSignInLinkPayload,
  EndSessionPayload,
  OpenSessionInput,
  OpenSessionPayload,
  UseSignInLinkInput,
  UseSignInLinkPayload,
} from '../schema/session.js';

/** Sessions without keys: opened by a code or a link, and ended. */
@Resolver()
export class SessionResolver {
  @Mutation(() => OpenSessionPayload, {
    nullable: true,
    description:
      'Exchanges the newest code for a session alone, without a key. The first exchange for an address creates its account.',
  })
  openSession(
    @Arg('input', () => OpenSessionInput, { description: 'The code.' }) input: OpenSessionInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<OpenSessionPayload> {
    return client.openSession(input, call);
  }

  @Mutation(() => CreateSignInLinkPayload, {
    nullable: true,
    description:
      'Makes a link that signs the account in once, within ten minutes. An account has at most five: a further one ends the oldest. Needs a session.',
  })
  async createSignInLink(@Ctx() { client, call }: IdentityContext): Promise<CreateSignInLinkPayload> {
    const { secret, expiresAtMs } = await client.createSignInLink({}, call);
    return { secret, expiresAt: new Date(expiresAtMs) };
  }

  @Mutation(() => UseSignInLinkPayload, {
    nullable: true,
    description: 'Exchanges a sign-in link, once, for a session of one day.',
  })
  async useSignInLink(
    @Arg('input', () => UseSignInLinkInput, { description: 'The link.' }) input: UseSignInLinkInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<UseSignInLinkPayload> {
    const { expiresAtMs, ...same } = await client.useSignInLink(input, call);
    return { ...same, expiresAt: new Date(expiresAtMs) };
  }

  @Mutation(() => EndSessionPayload, {
    nullable: true,
    description: 'Ends the calling session within seconds. Needs a session.',
  })
  endSession(@Ctx() { client, call }: IdentityContext): Promise<EndSessionPayload> {
    return client.endSession({}, call);
  }
}
