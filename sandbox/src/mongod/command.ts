export const REPLICA_SET = 'rs0';

/** The address of an embedded mongod: direct, since the set has one member and no name that others resolve. */
export function mongodUri(port: number): string {
  return `mongodb://127.0.0.1:${port}/?directConnection=true`;
}

/** The arguments that run a small, durable, one-member replica set for one machine. */
export function mongodArguments(options: { dbPath: string; port: number }): string[] {
  return [
    ...['--replSet', REPLICA_SET, '--port', String(options.port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--dbpath', options.dbPath, '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '128'],
    // Small journal files on demand: 17 MB on disk instead of 300 MB, and a faster first start. Room for a thousand
    // sessions of the storage engine instead of 33,000: 37 MB of memory less.
    ...['--wiredTigerEngineConfigString', 'log=(prealloc=false,file_max=16MB),session_max=1000'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // A process that is killed leaves its transactions open. What they hold is free again before others, who wait for 10 s
    // at most, give up; ours take moments.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=6'],
    // There is no other member to hand over to: stop at once.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
  ];
}
