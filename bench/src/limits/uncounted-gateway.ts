import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { identityService } from '@platform/protos/identity';
import { launch } from '@platform/supervisor/launch';
import type { Caller, Platform } from '@platform/test/platform';
import { environmentOf } from '../read/hops.js';

const ENDLESS = 2 ** 31 - 1;
const HOUR_MS = 3_600_000;
const POLL_INTERVAL_MS = 50;

/** A separate gateway beside the platform's. */
export interface UncountedGateway extends AsyncDisposable {
  readonly url: string;
  readonly processId: number;
}

/**
 * A second edge over the same subgraphs, started like the platform's. Its identity service counts nothing and reads no database: every key
 * belongs to the caller, and its allowance is unlimited.
 */
export async function startUncountedGateway(platform: Platform, caller: Caller): Promise<UncountedGateway> {
  const { processes } = await platform.descriptor();
  const identity = new Server();
  identity.addService(identityService.definition, {
    Authenticate: (_call: unknown, answer: (error: null, response: object) => void) =>
      answer(null, {
        accountId: caller.accountId,
        credentialId: 'bench',
        credentialType: 'api_key',
        permissions: ['all'],
        allowance: ENDLESS,
        allowanceResetsAtMs: Date.now() + HOUR_MS,
        requestsPerMinute: ENDLESS,
        grantId: 'endless',
      }),
    ReportUsage: (_call: unknown, answer: (error: null, response: object) => void) => answer(null, {}),
  });
  const identityPort = await new Promise<number>((resolve, reject) =>
    identity.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    ),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const likeness = processes['edge'] ?? 0;
  const [program = '', ...programArgs] = (await readFile(`/proc/${likeness}/cmdline`, 'utf8'))
    .split('\0')
    .filter(Boolean);
  const { file, args } = launch({ file: program, args: programArgs });
  const gateway = spawn(file, args, {
    env: {
      ...(await environmentOf(likeness)),
      PORT: '0',
      GATEWAY_PORT: String(port),
      METRICS_PORT: '0',
      IDENTITY_GRPC_ADDRESS: `127.0.0.1:${identityPort}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
    if (gateway.exitCode !== null) throw new Error('the gateway did not start');
    await wait(POLL_INTERVAL_MS);
  }
  return {
    url,
    processId: gateway.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      if (gateway.exitCode === null && gateway.kill('SIGTERM')) await once(gateway, 'exit');
      identity.forceShutdown();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
