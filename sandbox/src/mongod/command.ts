import type { MongodUser } from './users.js';

export const REPLICA_SET = 'rs0';
/** The longest time that mongod knows. */
const NEVER_SLOW_MS = 2 ** 31 - 1;

/**
 * Returns the address of a mongod at `host:port`, for a user if one is given: direct, since the set has one member and no name that others
 * can resolve.
 */
export function mongodUri(address: string, user?: MongodUser): string {
  return `mongodb://${user === undefined ? '' : `${user.name}:${user.password}@`}${address}/?directConnection=true`;
}

/** Returns the arguments of a small, durable, one-member replica set for one machine. */
export function mongodArguments(options: {
  dbPath: string;
  port: number;
  /** Makes callers identify themselves; without it everybody may do everything. */
  keyFile?: string;
}): string[] {
  return [
    ...['--replSet', REPLICA_SET, '--port', String(options.port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...(options.keyFile === undefined ? [] : ['--keyFile', options.keyFile]),
    ...['--dbpath', options.dbPath, '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '128'],
    // Small journal files on demand: 17 MB on disk instead of 300 MB, and a faster first start. A thousand sessions of the storage engine
    // instead of 33,000: 37 MB of memory less.
    ...['--wiredTigerEngineConfigString', 'log=(prealloc=false,file_max=16MB),session_max=1000'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // What is slow is written to the log with what it writes: strategies, what they say, keys.
    ...['--slowms', String(NEVER_SLOW_MS)],
    // A killed process leaves its transactions open. Their locks are free again before others, which wait for at most 10 s, give up; the
    // platform's transactions are short.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=6'],
    // No other member can take over: stop at once.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
  ];
}
