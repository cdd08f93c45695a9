import { isIP } from 'node:net';
import { isPlainName, plainNameRule } from '@platform/errors';
import { permissions } from '@platform/keys/tokens';
import { Secret } from '@platform/kit/config';
import { z } from 'zod';
import { emailAddress } from './email/address.js';

const REPORTS_MAX = 1_000;

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

const grantUsage = z.object({
  credentialId: identifier,
  grantId: identifier,
  requests: z.int().nonnegative(),
  lastRequestAtMs: z.int().nonnegative(),
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

/** A key to create. */
export const createApiKeyRequest = z.object({
  name: z.string().trim().max(100).refine(isPlainName, plainNameRule),
  permissions: z
    .array(z.enum(permissions))
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'must not name a permission twice'),
});

const decimalAmount = z.string().regex(/^\d{1,16}\.\d{2,6}$/, 'must be a decimal amount');

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
