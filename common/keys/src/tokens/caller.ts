/** A process that holds a key of its own. */
export const workloads = ['gateway', 'identity', 'wallet', 'context', 'runtime', 'execution', 'venue-proxy'] as const;
export type Workload = (typeof workloads)[number];

/** What an API key may do; `all` includes the others, `trade` includes `read`. */
export const permissions = ['read', 'trade', 'all'] as const;
export type Permission = (typeof permissions)[number];

/** Somebody without credentials, let in by the gateway. */
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
}

/** A service acting on its own, for an account where there is one, and why. */
export interface WorkloadCaller {
  readonly kind: 'workload';
  readonly workload: Workload;
  readonly accountId?: string;
  /** What made it call, for example `backtest bt_…`; for logs and audit. */
  readonly cause: string;
}

/** Who calls: proved by a signed token, never by a bare header. */
export type Caller = AnonymousCaller | UserCaller | WorkloadCaller;

/** Whom a caller takes turns with: the same account, or the same address; undefined for a service, which bounds itself. */
export function turnKeyOf(caller: Caller): string | undefined {
  if (caller.kind === 'workload') return undefined;
  return caller.kind === 'user' ? caller.accountId : `address ${caller.clientAddress}`;
}
