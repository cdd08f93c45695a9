import { DateTime } from '@platform/rpc/subgraph';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Mandate, MandateInput } from './mandate.js';

const ApiKeyPermission = { read: 'read', trade: 'trade', all: 'all' };
registerEnumType(ApiKeyPermission, {
  name: 'ApiKeyPermission',
  description: 'What an API key may do.',
  valuesConfig: {
    read: { description: 'Every read, and venue setup.' },
    trade: { description: 'Everything that read may do, and every write.' },
    all: { description: 'Everything that any key may do.' },
  },
});

@ObjectType({ description: 'An API key without its secret.' })
export class ApiKey {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Display name; never changes.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Display name on the older surface alone, given by renameApiKey; null until then.',
  })
  legacyName?: string;

  @Field(() => String, { description: 'First characters of the secret, for display.' })
  prefix!: string;

  @Field(() => [ApiKeyPermission], { description: 'What it may do.' })
  permissions!: string[];

  @Field(() => Mandate, {
    nullable: true,
    description: 'The limits of its trading, set when it was minted; null where there are none.',
  })
  mandate?: Mandate;

  @Field(() => DateTime, { description: 'When it was minted.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Exact within seconds; null until first used.' })
  lastUsedAt?: Date;

  @Field(() => Int, { description: 'Requests since midnight UTC; exact within seconds.' })
  requestsToday!: number;
}

@InputType({ description: 'A key to mint.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    defaultValue: '',
    description:
      'Display name of at most 100 characters, without control characters, invisible characters or characters that change the text direction; api-key if omitted or blank.',
  })
  name!: string;

  @Field(() => [ApiKeyPermission], {
    defaultValue: ['all'],
    description: 'What it may do: at least one permission, without duplicates; all if omitted.',
  })
  permissions!: string[];

  @Field(() => MandateInput, {
    nullable: true,
    description: 'The limits of its trading, at least one; no limits if omitted. They never change.',
  })
  mandate?: MandateInput;
}

@ObjectType({ description: 'A minted key.' })
export class CreateApiKeyPayload {
  @Field(() => String, { description: 'The secret; shown here and never again.' })
  apiKey!: string;

  @Field(() => ID, { description: "The key's identifier." })
  keyId!: string;

  @Field(() => ID, { description: 'The account that it belongs to.' })
  accountId!: string;
}

@InputType({ description: 'A key and its name on the older surface.' })
export class RenameApiKeyInput {
  @Field(() => ID, { description: "The key's identifier." })
  id!: string;

  @Field(() => String, {
    description:
      'Display name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction.',
  })
  name!: string;
}

@ObjectType({ description: 'A key that was named.' })
export class RenameApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key.' })
  key!: ApiKey;
}

@InputType({ description: 'A key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: "The key's identifier." })
  id!: string;
}

@ObjectType({ description: 'A revoked key.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: "The key's identifier." })
  id!: string;
}
