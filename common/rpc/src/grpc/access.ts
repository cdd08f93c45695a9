import { PlatformError } from '@platform/errors';
import type { Caller, UserCaller, Workload } from '@platform/keys/tokens';

/**
 * Who may call a method. `users`: `none`; `anonymous` (every caller that the gateway lets in); `read` (any key or session); `write` (a key
 * with `trade` or `all`, or a session); `session` (a session only). `workloads`: services that may call it on their own.
 */
export interface Access {
  readonly users: 'none' | 'anonymous' | 'read' | 'write' | 'session';
  readonly workloads?: readonly Workload[];
}

/** Lets the caller pass or throws `unauthorized` or `insufficient_permissions`. */
export function authorize(caller: Caller, access: Access): void {
  if (caller.kind === 'workload') {
    if (!access.workloads?.includes(caller.workload)) throw new PlatformError('insufficient_permissions');
    return;
  }
  if (access.users === 'anonymous') return;
  if (access.users === 'none') throw new PlatformError('insufficient_permissions');
  if (caller.kind === 'anonymous') throw new PlatformError('unauthorized');
  if (access.users === 'session' && caller.credentialType !== 'session') throw new PlatformError('unauthorized');
  if (access.users === 'write' && !mayWrite(caller)) throw new PlatformError('insufficient_permissions');
}

/** Returns the signed-in caller of a method that acts on their account. Throws `unauthorized` for any other caller. */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new PlatformError('unauthorized');
  return caller;
}

function mayWrite(caller: UserCaller): boolean {
  return caller.permissions.includes('trade') || caller.permissions.includes('all');
}
