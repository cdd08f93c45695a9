import { isIP } from 'node:net';
import { isPlainName, parse, plainNameRule } from '@platform/errors';
import { MANDATE_SYMBOLS_MAX, MANDATE_VENUES_MAX, type Mandate } from '@platform/keys/mandates';
import { permissions } from '@platform/keys/tokens';
import { Secret } from '@platform/kit/config';
import { formatUsd, parseUsd } from '@platform/kit/money';
import type { CreateApiKeyRequest } from '@platform/protos/identity';
import { venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import { emailAddress } from './email/address.js';

const REPORTS_MAX = 1_000;
const LEGACY_OPERATIONS_MAX = 128;
/** More than any token has. */
const TOKEN_LENGTH_MAX = 100;
/** Above that of every venue. */
const LEVERAGE_MAX = 1_000;

const secret = z.string().transform((text) => new Secret(text));
const identifier = z.string().min(1).max(64);

/** A request for a code. */
export const sendRegistrationCodeRequest = z.object({ email: emailAddress });

/** An attempt with a code. */
export const verifyRegistrationCodeRequest = z.object({
  email: emailAddress,
  otp: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .pipe(secret),
});

/** A sign-in link that was opened. */
export const useSignInLinkRequest = z.object({ secret: z.string().max(TOKEN_LENGTH_MAX).pipe(secret) });

/** A request for a key by e-mail. */
export const sendMagicLinkRequest = z.object({ email: emailAddress });

/** A link that was opened. */
export const useMagicLinkRequest = z.object({ token: z.string().max(TOKEN_LENGTH_MAX).pipe(secret) });

const legacyOperation = z.object({
  operation: z.string().regex(/^[a-z0-9.-]{1,64}$/, 'must name an operation'),
  requests: z.int().nonnegative(),
});

const grantUsage = z.object({
  credentialId: identifier,
  grantId: identifier,
  requests: z.int().nonnegative(),
  lastRequestAtMs: z.int().nonnegative(),
  legacyOperations: z
    .array(legacyOperation)
    .max(LEGACY_OPERATIONS_MAX)
    .refine((list) => new Set(list.map(({ operation }) => operation)).size === list.length, 'must not name one twice'),
});

/** A gateway's report of the requests that it let pass. */
export const reportUsageRequest = z.object({ usages: z.array(grantUsage).max(REPORTS_MAX) });

/** A credential, with the report of its previous grant. */
export const authenticateRequest = z
  .object({ apiKey: secret.optional(), bearerToken: secret.optional(), usage: grantUsage.nullish() })
  .transform(({ apiKey, bearerToken, usage }, context) => {
    const reports = usage == null ? [] : [usage];
    if (apiKey !== undefined && bearerToken === undefined)
      return { credential: { type: 'api_key', secret: apiKey }, reports } as const;
    if (bearerToken !== undefined && apiKey === undefined)
      return { credential: { type: 'session', secret: bearerToken }, reports } as const;
    context.addIssue('exactly one of api_key and bearer_token must be given');
    return z.NEVER;
  });

/** The source address of a request without a valid credential. */
export const admitUnauthenticatedRequest = z.object({
  clientAddress: z.string().refine((text) => isIP(text) !== 0, 'must be an IP address'),
});

/** At most ten billion, without leading zeros. */
const usdLimit = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,9})(\.\d{1,6})?$/,
    'must be a decimal string below ten billion with at most six fractional digits',
  )
  .transform(parseUsd)
  .refine((amount) => amount > 0n, 'must be above zero')
  .transform(formatUsd);

const symbolName = z.string().min(1).max(64).refine(isPlainName, plainNameRule);

/** The limits of a key's trading, under the names that callers write; those that do not limit are left out. */
const mandateRequest = z
  .object({
    venues: distinct(z.enum(venueIds)).max(MANDATE_VENUES_MAX),
    symbols: distinct(symbolName).max(MANDATE_SYMBOLS_MAX),
    max_order_usd: usdLimit.optional(),
    max_daily_usd: usdLimit.optional(),
    max_leverage: z.int().min(1).max(LEVERAGE_MAX).optional(),
    reduce_only: z.boolean(),
    expires_at: z.int().optional(),
  })
  .transform(
    (given): Mandate => ({
      ...(given.venues.length > 0 && { venues: given.venues }),
      ...(given.symbols.length > 0 && { symbols: given.symbols }),
      ...(given.max_order_usd !== undefined && { maxOrderUsd: given.max_order_usd }),
      ...(given.max_daily_usd !== undefined && { maxDailyUsd: given.max_daily_usd }),
      ...(given.max_leverage !== undefined && { maxLeverage: given.max_leverage }),
      ...(given.reduce_only && { reduceOnly: true }),
      ...(given.expires_at !== undefined && { expiresAtMs: given.expires_at }),
    }),
  )
  .refine((mandate) => Object.keys(mandate).length > 0, 'must hold at least one limit');

const keyName = z.string().trim().max(100).refine(isPlainName, plainNameRule);

/** A key and its new name. */
export const renameApiKeyRequest = z.object({
  id: z.string(),
  name: keyName.refine((name) => name !== '', 'must not be blank'),
});

/** A key to create. */
const createApiKeyRequest = z.object({
  mandate: mandateRequest.optional(),
  name: keyName,
  permissions: z
    .array(z.enum(permissions))
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'must not name a permission twice'),
});

const decimalAmount = z.string().regex(/^\d{1,16}\.\d{2,6}$/, 'must be a decimal amount');

/** Returns the key to create. Throws `invalid_request`. */
export function parseCreateApiKey({ name, permissions: wanted, mandate }: CreateApiKeyRequest) {
  const limits = mandate && {
    venues: mandate.venues,
    symbols: mandate.symbols,
    max_order_usd: mandate.maxOrderUsd,
    max_daily_usd: mandate.maxDailyUsd,
    max_leverage: mandate.maxLeverage,
    reduce_only: mandate.reduceOnly,
    expires_at: mandate.expiresAtMs,
  };
  return parse(createApiKeyRequest, { name, permissions: wanted, mandate: limits ?? undefined });
}

/** The withdrawal that a code is sent for. */
export const sendWithdrawalCodeRequest = z.object({
  accountId: identifier,
  code: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .pipe(secret),
  source: z.string().regex(/^[a-z]{1,32}$/, 'must name a source'),
  amountUsd: decimalAmount,
  feeUsd: decimalAmount,
  arrivesUsd: decimalAmount,
  destinationWallet: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address'),
});

/** Returns the schema of a list that names nothing twice. */
function distinct<Item extends z.ZodType>(item: Item) {
  return z.array(item).refine((list) => new Set(list).size === list.length, 'must not name one twice');
}
