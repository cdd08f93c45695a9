import {
  ConfigurationError,
  flag,
  hostOf,
  httpUrl,
  integer,
  isLoopback,
  secretByteList,
  secretBytes,
  secretText,
} from '@platform/kit/config';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { objectStoreSettings } from '@platform/store/objects';
import { z } from 'zod';
import type { IdentityProviderOptions } from './logins/identity-provider.js';
import { type WalletClaim, walletClaims } from './logins/wallet-claims.js';

const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).pipe(secretText);

/** The environment of the identity service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('identity'),
  ...objectStoreSettings,
  IDENTITY_HASH_SECRET: secretBytes(32).describe(
    'key that seals accounts and credentials, and that secrets and codes are hashed with; 32 bytes in base64',
  ),
  IDENTITY_FORMER_HASH_SECRETS: secretByteList(32).describe(
    'former keys whose seals and hashes stay valid, separated by commas; codes under way end with a change',
  ),
  SMTP_URL: smtpUrl.describe('mail provider, smtp:// or smtps://'),
  ALLOW_PROVIDERS_WITHOUT_TLS: flag
    .default(false)
    .describe(
      'whether the mail provider and the identity provider may be reached without TLS on other machines; else no mail is sent, and the start refused',
    ),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('address of the REST facade, which the links in messages lead to; unset: messages hold no link'),
  EMAIL_FROM: z.string().default('no-reply@trading-platform.test').describe('sender of messages'),
  EMAIL_PROVIDER_CONFIGURED: flag
    .default(true)
    .describe('whether SMTP_URL reaches people; false for a sandbox mailbox beside real chains'),
  IDENTITY_PROVIDER_JWKS_URL: httpUrl
    .optional()
    .describe('public keys of the identity provider of embedded wallets; unset: wallet logins are off'),
  IDENTITY_PROVIDER_ISSUER: z.string().optional().describe('issuer that its tokens must name'),
  IDENTITY_PROVIDER_AUDIENCE: z.string().optional().describe('audience that its tokens must name'),
  IDENTITY_PROVIDER_WALLET_CLAIM: z
    .enum(walletClaims)
    .default('wallet_address')
    .describe(
      'where its tokens name the wallet: `wallet_address`, `linked_accounts` (as Privy), or `verified_credentials` (as Dynamic)',
    ),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000).default(600).describe('requests that each key may make per minute'),
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: integer(1, 1_000_000)
    .default(120)
    .describe('requests without a valid credential that each client address may make per minute'),
  RATE_LIMIT_REGISTRATION_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe('how many codes each client address may request or try per minute'),
  REGISTRATION_WRONG_CODES_PER_HOUR: integer(1, 1_000_000)
    .default(80)
    .describe(
      'how many wrong codes all accounts together may try per hour; then every code is refused until the hour is over',
    ),
};

/**
 * Returns the identity provider's options; undefined where none is configured. Throws `ConfigurationError` when it is half configured, and
 * when its keys would be read from another machine without TLS, unless that is allowed.
 */
export function identityProviderOf(environment: {
  readonly ALLOW_PROVIDERS_WITHOUT_TLS: boolean;
  readonly IDENTITY_PROVIDER_JWKS_URL?: string | undefined;
  readonly IDENTITY_PROVIDER_ISSUER?: string | undefined;
  readonly IDENTITY_PROVIDER_AUDIENCE?: string | undefined;
  readonly IDENTITY_PROVIDER_WALLET_CLAIM: WalletClaim;
}): IdentityProviderOptions | undefined {
  const {
    IDENTITY_PROVIDER_JWKS_URL: jwksUrl,
    IDENTITY_PROVIDER_ISSUER: issuer,
    IDENTITY_PROVIDER_AUDIENCE: audience,
    IDENTITY_PROVIDER_WALLET_CLAIM: walletClaim,
  } = environment;
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return undefined;
  if (jwksUrl === undefined) throw new ConfigurationError('IDENTITY_PROVIDER_JWKS_URL: must be set with the others');
  if (issuer === undefined) throw new ConfigurationError('IDENTITY_PROVIDER_ISSUER: must be set with the others');
  if (audience === undefined) throw new ConfigurationError('IDENTITY_PROVIDER_AUDIENCE: must be set with the others');
  const isSafe = environment.ALLOW_PROVIDERS_WITHOUT_TLS || jwksUrl.startsWith('https:') || isLoopback(hostOf(jwksUrl));
  if (!isSafe)
    throw new ConfigurationError(
      'IDENTITY_PROVIDER_JWKS_URL: names another machine and must be https, or set ALLOW_PROVIDERS_WITHOUT_TLS=true',
    );
  return { jwksUrl, issuer, audience, walletClaim };
}
