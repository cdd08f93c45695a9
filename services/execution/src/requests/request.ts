import { PlatformError, parse, repeatedPath } from '@platform/errors';
import type { JsonObject } from '@platform/kit/json';
import { faultOf, freeJson, textFaultOf } from '@platform/kit/json';
import type { SubmitExecutionRequest } from '@platform/protos/execution';
import { canonicalHash, requireIdempotencyKey } from '@platform/store/mongo';
import type { NativeAction, VenueActions } from '@platform/venues/native-actions';
import { type VenueOf, venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import { serverOwnedFields } from './server-owned.js';

const ACTION_BYTES_MAX = 64 * 1024;

/** A valid request that may be claimed; only the account is still unchecked. */
export interface ExecutionRequest {
  readonly idempotencyKey: string;
  readonly venue: VenueOf<'executions'>;
  readonly action: NativeAction;
  /** In lower case; undefined for the default account. */
  readonly accountAddress: string | undefined;
  /** Digest of the request: equal requests have equal digests. */
  readonly hash: string;
}

const jsonObject = z.string().transform((text, context): JsonObject => {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return value as JsonObject;
  context.addIssue('must be a JSON object with at least one field');
  return z.NEVER;
});

/** The fields under their REST names, so that an error names the field that the caller wrote. */
const schema = z.object({
  venue: z.enum(venuesOf('executions')),
  action: jsonObject,
  account_address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
    .transform((address) => address.toLowerCase())
    .optional(),
});

/**
 * Checks a request in the documented order, without any call to another service. Throws `idempotency_key_required`, `invalid_request` (a
 * field given twice), `validation_failed`, `feature_not_available` (the venue is planned), `server_owned_field`,
 * `native_action_unsupported`, `payload_too_large`, `native_action_invalid`.
 */
export function parseRequest(message: SubmitExecutionRequest, families: VenueActions): ExecutionRequest {
  const { idempotencyKey, actionJson } = message;
  requireIdempotencyKey(idempotencyKey);
  requireReadable(actionJson);
  const {
    venue,
    action,
    account_address: accountAddress,
  } = parse(
    schema,
    { venue: message.venue, action: actionJson, account_address: message.accountAddress },
    { code: 'validation_failed' },
  );
  const actions = families.get(venue);
  if (actions === undefined) throw new PlatformError('feature_not_available');
  requireCallersFields(action);
  const family = actions.family(action);
  if (family === undefined) throw unsupported(actions.types);
  requireWithinLimits(actionJson, action);
  const hash = canonicalHash({ venue, action, accountAddress: accountAddress ?? null });
  return { idempotencyKey, venue, action: family.parse(action), accountAddress, hash };
}

/**
 * Refuses JSON with a duplicate field, which the platform and a venue may read differently. JSON that is too large is refused for its size.
 */
function requireReadable(actionJson: string): void {
  const fault = Buffer.byteLength(actionJson) > ACTION_BYTES_MAX ? undefined : textFaultOf(actionJson);
  if (fault === undefined) return;
  const { path, message } = fault;
  if (path.length === 0) throw new PlatformError('validation_failed', { details: [{ path: 'action', message }] });
  throw new PlatformError('invalid_request', { details: [{ path: `action.${repeatedPath(path)}`, message }] });
}

function requireCallersFields(action: JsonObject): void {
  const serverOwned = serverOwnedFields(action);
  if (serverOwned.length === 0) return;
  const details = serverOwned.map((path) => ({ path, message: 'is set by the server' }));
  throw new PlatformError('server_owned_field', { details });
}

function requireWithinLimits(actionJson: string, action: JsonObject): void {
  if (Buffer.byteLength(actionJson) > ACTION_BYTES_MAX)
    throw new PlatformError('payload_too_large', {
      message: `action is larger than ${ACTION_BYTES_MAX / 1024} KiB.`,
      details: [{ path: 'action', message: `must be at most ${ACTION_BYTES_MAX} bytes` }],
    });
  const fault = faultOf(action, freeJson);
  if (fault !== undefined) throw invalidAction(fault);
}

function unsupported(types: readonly string[]): PlatformError {
  return new PlatformError('native_action_unsupported', {
    message: `The action belongs to no supported signing family: \`type\` is one of ${types.join(', ')}.`,
    details: { accepted: types },
  });
}

function invalidAction(message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: 'action', message }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
