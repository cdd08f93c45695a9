import { parse } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import type { Asker, OnAllowance } from '../gateway/executor.js';
import type { Gateway } from '../gateway/gateway.js';
import { ConsoleSendCodeDocument, ConsoleVerifyCodeDocument } from '../generated/operations.js';
import { fitsCookie, headersOf, typeOf } from './session-cookie.js';

/** As long as a session of the platform lasts; what ends earlier is refused from then on. */
const KEPT_SECONDS_MAX = 30 * 86_400;
const ADDRESS_LENGTH_MAX = 320;

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
});

/** The fields of each way to sign in. */
const WAYS = [['email', 'code'], ['api_key'], ['token']];
const WAYS_TOLD = 'must have the fields of one way to sign in: email and code, api_key, or token';

const signInRequest = proof.refine((given) => {
  const names = Object.keys(given).toSorted().join();
  return WAYS.some((way) => way.toSorted().join() === names);
}, WAYS_TOLD);

/** A credential, and how long a browser keeps it. */
export interface SignedIn {
  readonly secret: string;
  readonly maxAgeSeconds: number;
}

/** What signing in needs. */
export interface SignInParts {
  readonly gateway: Gateway;
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
  const { email: address, code, api_key: apiKey, token } = parse(signInRequest, body);
  if (address !== undefined && code !== undefined)
    return { secret: await verifyCode({ email: address, otp: code }, asker, parts), maxAgeSeconds: KEPT_SECONDS_MAX };
  const shown = apiKey ?? token ?? '';
  const credential = { type: typeOf(shown), secret: shown };
  await parts.gateway.caller({ ...asker, headers: headersOf(credential) }, onAllowance);
  return { secret: shown, maxAgeSeconds: Math.min(KEPT_SECONDS_MAX, secondsLeft(shown, parts.clock)) };
}

async function verifyCode(
  input: { readonly email: string; readonly otp: string },
  asker: Asker,
  { gateway }: SignInParts,
): Promise<string> {
  const { verifyRegistrationCode } = await gateway.ask(ConsoleVerifyCodeDocument, { input }, asker);
  return verifyRegistrationCode.sessionToken;
}

const claims = z.object({ exp: z.number() });

/** A token of an identity provider says when it ends; the platform has already accepted it. */
function secondsLeft(token: string, clock: Clock): number {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return Number.POSITIVE_INFINITY;
  const { exp } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return Math.max(0, Math.floor(exp - clock.nowMs() / 1_000));
}
