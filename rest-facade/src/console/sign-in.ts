// Why: docs/decisions/edge/console.md
import { PlatformError, parse } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import type { Asker, OnAllowance } from '../gateway/executor.js';
import type { Gateway } from '../gateway/gateway.js';
import {
  ConsoleEndSessionDocument,
  ConsoleOpenSessionDocument,
  ConsoleSendCodeDocument,
  ConsoleUseSignInLinkDocument,
} from '../generated/operations.js';
import { fitsCookie, headersOf, typeOf } from './session-cookie.js';
import type { WalletTokens } from './wallet-tokens.js';

/** As long as a session of the platform lasts; what ends earlier is refused from then on. */
const KEPT_SECONDS_MAX = 30 * 86_400;
const ADDRESS_LENGTH_MAX = 320;
const LINK_LENGTH_MAX = 100;

const email = z.string().max(ADDRESS_LENGTH_MAX);
const secret = z.string().refine(fitsCookie, 'is not a credential of the platform');

const codeRequest = z.strictObject({ email });
const proof = z.strictObject({
  email: email.optional(),
  code: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .optional(),
  api_key: secret.refine((text) => typeOf(text) === 'api_key', 'must be an API key').optional(),
  token: secret.optional(),
  link: z.string().max(LINK_LENGTH_MAX).optional(),
  wallet: z
    .string()
    .regex(/^0x[\da-fA-F]{40}$/, 'must be an EVM address')
    .optional(),
});

/** The fields of each way to sign in, sorted. */
const WAYS = ['code,email', 'api_key', 'token', 'link', 'wallet'];
const WAYS_TOLD =
  'must have the fields of one way to sign in: email and code, api_key, token, link, or in a sandbox wallet';

const signInRequest = proof.refine((given) => WAYS.includes(Object.keys(given).toSorted().join()), WAYS_TOLD);

/** A credential, and how long a browser keeps it. */
export interface SignedIn {
  readonly secret: string;
  readonly maxAgeSeconds: number;
}

/** What signing in needs. */
export interface SignInParts {
  readonly gateway: Gateway;
  /** Where a wallet gets a token of the sandbox's identity provider. Default: it brings its own. */
  readonly walletTokens?: WalletTokens | undefined;
  readonly clock: Clock;
}

/** Has a code sent to an address. Throws as `sendRegistrationCode` does. */
export async function sendCode(body: unknown, asker: Asker, { gateway }: SignInParts): Promise<void> {
  await gateway.ask(ConsoleSendCodeDocument, { input: parse(codeRequest, body) }, asker);
}

/** Returns the credential that a proof stands for, once the platform has accepted it. Throws the refusal of that proof. */
export async function signIn(
  body: unknown,
  asker: Asker,
  parts: SignInParts,
  onAllowance: OnAllowance,
): Promise<SignedIn> {
  const given = parse(signInRequest, body);
  const { email: address, code, api_key: apiKey, token, link, wallet } = given;
  if (address !== undefined && code !== undefined) return byCode({ email: address, otp: code }, asker, parts);
  if (link !== undefined) return byLink(link, asker, parts);
  const shown = apiKey ?? token ?? (await tokenOf(wallet, parts));
  const credential = { type: typeOf(shown), secret: shown };
  await parts.gateway.caller({ ...asker, headers: headersOf(credential) }, onAllowance);
  return { secret: shown, maxAgeSeconds: Math.min(KEPT_SECONDS_MAX, secondsLeft(shown, parts.clock)) };
}

/** Ends the session of a token, wherever it is used; a key stays, and one that has ended already. */
export async function endSession(asker: Asker, { gateway }: SignInParts): Promise<void> {
  try {
    await gateway.ask(ConsoleEndSessionDocument, {}, asker);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'unauthorized') throw error;
  }
}

async function byCode(
  input: { readonly email: string; readonly otp: string },
  asker: Asker,
  { gateway }: SignInParts,
): Promise<SignedIn> {
  const { openSession } = await gateway.ask(ConsoleOpenSessionDocument, { input }, asker);
  return { secret: openSession.sessionToken, maxAgeSeconds: KEPT_SECONDS_MAX };
}

async function byLink(link: string, asker: Asker, { gateway, clock }: SignInParts): Promise<SignedIn> {
  const { useSignInLink } = await gateway.ask(ConsoleUseSignInLinkDocument, { input: { secret: link } }, asker);
  const { sessionToken, expiresAt } = useSignInLink;
  return { secret: sessionToken, maxAgeSeconds: secondsUntil(Date.parse(expiresAt), clock) };
}

async function tokenOf(wallet: string | undefined, { walletTokens }: SignInParts): Promise<string> {
  if (walletTokens !== undefined && wallet !== undefined) return walletTokens(wallet);
  const message = 'signs in only beside the identity provider of a sandbox: send the token of yours';
  throw new PlatformError('invalid_request', { details: [{ path: 'wallet', message }] });
}

const claims = z.object({ exp: z.number() });

/** A token of an identity provider says when it ends; the platform has already accepted it. */
function secondsLeft(token: string, clock: Clock): number {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return Number.POSITIVE_INFINITY;
  const { exp } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return secondsUntil(exp * 1_000, clock);
}

function secondsUntil(endMs: number, clock: Clock): number {
  return Math.max(0, Math.floor((endMs - clock.nowMs()) / 1_000));
}
