import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import type { Requester } from '../signing/requester.js';

/** Returns the requesting process and account. Throws `insufficient_permissions` when the token names another account. */
export function requesterOf(caller: Caller, accountId: string): Requester {
  if (caller.kind !== 'workload' || caller.accountId === undefined || caller.accountId !== accountId)
    throw new PlatformError('insufficient_permissions');
  return { workload: caller.workload, accountId, cause: caller.cause };
}
