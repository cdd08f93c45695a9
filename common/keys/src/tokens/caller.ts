import type { Mandate } from '../mandates/index.js';

/** A process with its own signing key. */
export const workloads = [
  'gateway',
  'identity',
  'wallet',
  'context',
  'runtime',
  'feed',
  'execution',
  'venue-proxy',
] as const;
export type Workload = (typeof workloads)[number];

/** What an API key may do; `all` includes the others, `trade` includes `read`. */
export const permissions = ['read', 'trade', 'all'] as const;
export type Permission = (typeof permissions)[number];

/** A caller without credentials, let in by the gateway. */
export interface AnonymousCaller {
  readonly kind: 'anonymous';
  readonly workload: 'gateway';
  /** IP address that the request comes from. */
  readonly clientAddress: string;
}

/** A signed-in caller, authenticated by the gateway. */
export interface UserCaller {
  readonly kind: 'user';
  readonly workload: 'gateway';
  readonly accountId: string;
  /** Identifier of the API key or session. */
  readonly credentialId: string;
  readonly credentialType: 'api_key' | 'session';
  readonly permissions: readonly Permission[];
  /** The limits of the key's trading; absent for a session, and for a key without limits. */
  readonly mandate?: Mandate;
}

/** A service that acts on its own, with its reason and, where there is one, the account that it acts for. */
export interface WorkloadCaller {
  readonly kind: 'workload';
  readonly workload: Workload;
  readonly accountId?: string;
  /** The reason of the call, for example `backtest bt_…`; for logs and audit. */
  readonly cause: string;
}

/** The caller: proved by a signed token, never by a bare header. */
export type Caller = AnonymousCaller | UserCaller | WorkloadCaller;

/** Returns the queue key of a caller: its account, or its address; undefined for a service, which limits itself. */
export function turnKeyOf(caller: Caller): string | undefined {
  if (caller.kind === 'workload') return undefined;
  return caller.kind === 'user' ? caller.accountId : `address ${caller.clientAddress}`;
}
