import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { IdentityContext } from '../context.js';
import {
  SendMagicLinkInput,
  SendMagicLinkPayload,
  UseMagicLinkInput,
  UseMagicLinkPayload,
} from '../schema/magic-link.js';

/** Keys by e-mail, as the older surface hands them out; needs no credential. */
@Resolver()
export class MagicLinkResolver {
  @Mutation(() => SendMagicLinkPayload, {
    nullable: true,
    description:
      "Sends a new API key to an e-mail address, with a link. The key becomes the account's own when it is first used or the link is opened, within 24 hours; a newer message replaces it.",
  })
  sendMagicLink(
    @Arg('input', () => SendMagicLinkInput, { description: 'The address to send it to.' }) input: SendMagicLinkInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<SendMagicLinkPayload> {
    return client.sendMagicLink(input, call);
  }

  @Mutation(() => UseMagicLinkPayload, {
    nullable: true,
    description:
      "Makes the key beside a link the account's own; the first one for an address creates its account. Safe to repeat: the answer is the same.",
  })
  useMagicLink(
    @Arg('input', () => UseMagicLinkInput, { description: 'The link.' }) input: UseMagicLinkInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<UseMagicLinkPayload> {
    return client.useMagicLink(input, call);
  }
}
