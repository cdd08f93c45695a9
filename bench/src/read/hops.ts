import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TokenMinter } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { runtimeService } from '@platform/protos/runtime';
import { createGrpcClient } from '@platform/rpc/grpc';
import type { Caller } from '@platform/test/platform';
import { CONNECTIONS, type Round } from './load.js';

/** Mints a token as the gateway does, to call a service and its subgraph directly; valid for a minute. */
export async function mintToken(
  dataDirectory: string,
  caller: Caller,
  service: 'context' | 'runtime' = 'runtime',
): Promise<string> {
  const minter = await TokenMinter.open('gateway', join(dataDirectory, 'keys', 'gateway.jwk.json'), systemClock);
  const principal = {
    accountId: caller.accountId,
    credentialId: 'bench',
    credentialType: 'api_key',
    permissions: ['all'],
  } as const;
  return minter.mint({ kind: 'user', workload: 'gateway', ...principal }, service);
}

/** Loads the service itself over gRPC, as other services do. */
export async function loadService(
  address: string,
  token: string,
  ids: readonly string[],
  durationSeconds: number,
): Promise<Round> {
  const client = createGrpcClient(runtimeService.definition, address);
  const latenciesMs: number[] = [];
  const startedAtMs = performance.now();
  const deadlineMs = startedAtMs + durationSeconds * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (
        let index = Math.floor((connection * ids.length) / CONNECTIONS);
        performance.now() < deadlineMs;
        index += 1
      ) {
        const sentAtMs = performance.now();
        const id = ids[index % ids.length] ?? '';
        const { backtests } = await client.batchGetBacktests({ ids: [id] }, { token, requestId: 'bench' });
        if (backtests.length !== 1) throw new Error(`no backtest ${id}`);
        latenciesMs.push(performance.now() - sentAtMs);
      }
    }),
  );
  client.close();
  const seconds = (performance.now() - startedAtMs) / 1_000;
  latenciesMs.sort((left, right) => left - right);
  return {
    requests: latenciesMs.length,
    requestsPerSecond: latenciesMs.length / seconds,
    p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN,
  };
}

/** Returns the address of a process of the running platform, from the environment that the supervisor set. */
export async function environmentOf(processId: number): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(`/proc/${processId}/environ`, 'utf8');
  const entries = text
    .split('\0')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(entries);
}
