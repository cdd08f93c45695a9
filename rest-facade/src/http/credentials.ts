import type { IncomingHttpHeaders } from 'node:http';
import { PlatformError } from '@platform/errors';
import type { CallerHeaders, GatewayCaller } from '../gateway/gateway.js';
import type { Route } from '../routes/route.js';

/** The one credential that a route reads, as it is passed on. Throws `unauthorized` where it is missing. */
export function credentialOf(authentication: Route['authentication'], headers: IncomingHttpHeaders): CallerHeaders {
  if (authentication === 'none') return {};
  const name = authentication === 'key' ? 'x-api-key' : 'authorization';
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new PlatformError('unauthorized');
  return { [name]: value };
}

/** Whether an answer of this status is given to holders of a valid credential alone. */
export function provesCaller(route: Route | undefined, status: number): boolean {
  if (route === undefined || route.authentication === 'none') return false;
  return status !== 401 && status !== 429 && status < 500;
}

/** Throws what a caller who may not use the route is told before anything about the request is. */
export function checkCaller(route: Pick<Route, 'authentication' | 'permission'>, caller: GatewayCaller): void {
  if (route.authentication === 'session' && caller.credential_type !== 'session')
    throw new PlatformError('unauthorized');
  const suffices = route.permission === 'read' ? ['read', 'trade', 'all'] : ['trade', 'all'];
  if (!caller.permissions.some((permission) => suffices.includes(permission)))
    throw new PlatformError('insufficient_permissions');
}
