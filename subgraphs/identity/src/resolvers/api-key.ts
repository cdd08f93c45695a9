import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { IdentityContext } from '../context.js';
import { toApiKey, toMandateMessage } from '../mapping.js';
import {
  ApiKey,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RenameApiKeyInput,
  RenameApiKeyPayload,
  RevokeApiKeyInput,
  RevokeApiKeyPayload,
} from '../schema/api-key.js';

/** The caller's keys; every field needs a session. */
@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => [ApiKey], {
    nullable: true,
    description: "The caller's keys that are not revoked, newest first. Needs a session.",
  })
  async apiKeys(@Ctx() { client, call }: IdentityContext): Promise<ApiKey[]> {
    const { keys } = await client.listApiKeys({}, call);
    return keys.map(toApiKey);
  }

  @Mutation(() => CreateApiKeyPayload, { nullable: true, description: 'Mints a key. Needs a session.' })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The key to mint.' }) input: CreateApiKeyInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<CreateApiKeyPayload> {
    const { mandate, ...key } = input;
    return client.createApiKey({ ...key, ...(mandate && { mandate: toMandateMessage(mandate) }) }, call);
  }

  @Mutation(() => RenameApiKeyPayload, {
    nullable: true,
    description:
      'Gives a key a name on the older surface, shown as legacyName; its name never changes. Needs a session.',
  })
  async renameApiKey(
    @Arg('input', () => RenameApiKeyInput, { description: 'The key and its name.' }) input: RenameApiKeyInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<RenameApiKeyPayload> {
    const { key } = await client.renameApiKey(input, call);
    if (key === null) throw new Error('the identity service returned no key');
    return { key: toApiKey(key) };
  }

  @Mutation(() => RevokeApiKeyPayload, {
    nullable: true,
    description: 'Revokes a key. It stops working everywhere within seconds. Safe to repeat. Needs a session.',
  })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput, { description: 'The key to revoke.' }) { id }: RevokeApiKeyInput,
    @Ctx() { client, call }: IdentityContext,
  ): Promise<RevokeApiKeyPayload> {
    await client.revokeApiKey({ id }, call);
    return { id };
  }
}
