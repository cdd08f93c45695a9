/**
 * The sandbox's credentials, which authorise any caller: nothing here is worth money. The real venue gives a builder its own, and every user
 * a relayer key, both by its website.
 */
export const BUILDER = {
  key: '5a4db0c5-0000-4000-8000-000000000001',
  secret: 'c2FuZGJveC1idWlsZGVyLXNlY3JldC1vZi1ub3RoaW5nISE=',
  passphrase: 'sandbox-builder',
} as const;
export const RELAYER_KEY = '5a4db0c5-0000-4000-8000-000000000002';

/** The builder's, by the variables of the process that signs with them. */
export const credentials = {
  POLYMARKET_BUILDER_KEY: BUILDER.key,
  POLYMARKET_BUILDER_SECRET: BUILDER.secret,
  POLYMARKET_BUILDER_PASSPHRASE: BUILDER.passphrase,
} as const;
