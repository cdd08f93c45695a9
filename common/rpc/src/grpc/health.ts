// Why: docs/decisions/platform/readiness.md
import { Client, type handleUnaryCall, Metadata, type Server, status } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { systemClock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { service as healthService } from 'grpc-health-check';
import { channelOptions } from './channel.js';
import { withinDeadline } from './deadline.js';
import { HEALTH_TIMEOUT_MS } from './limits.js';
import { clientCredentials, type GrpcTls } from './tls/tls.js';
import { callUnary } from './unary-call.js';

/** Looks, without changing anything, whether something can be used now; rejects when it can't, or never settles. */
export type HealthCheck = () => Promise<void>;

/** Checks by the name that `grpc.health.v1` is asked for. */
export type HealthChecks = Readonly<Record<string, HealthCheck>>;

/** Asks a server for the health of its parts. */
export interface HealthClient {
  /** Whether the check passes now: false where it fails, is unknown, late, or nobody answers. Never rejects. */
  passes(check: string): Promise<boolean>;
  /** Closes the connection. */
  close(): void;
}

/** What `grpc.health.v1` asks with, and with it the file that declares all of it: reflection describes it by this. */
export const healthTypes: PackageDefinition = Object.fromEntries(
  Object.values(healthService).map(({ path, requestType, requestSerialize, requestDeserialize }) => [
    path,
    {
      ...requestType,
      format: 'Protocol Buffer 3 DescriptorProto',
      serialize: requestSerialize,
      deserialize: requestDeserialize,
    },
  ]),
);

type CheckHandler = handleUnaryCall<{ service: string }, { status: 'SERVING' | 'NOT_SERVING' }>;

/**
 * Adds `grpc.health.v1` to a server. Each check runs when it is asked for, which the ready-made implementation, a table of
 * statuses, can't do; nobody watches here, so `Watch` stays unimplemented, as the protocol allows.
 */
export function serveHealth(server: Server, checks: HealthChecks, logger: Logger): void {
  const byName = new Map(Object.entries(checks));
  const answerCheck: CheckHandler = ({ request: { service: name } }, callback) => {
    const check = byName.get(name);
    if (check === undefined) {
      callback({ code: status.NOT_FOUND, details: 'unknown service' });
      return;
    }
    check().then(
      () => callback(null, { status: 'SERVING' }),
      (error: unknown) => {
        logger.debug({ err: error, check: name }, 'not ready');
        callback(null, { status: 'NOT_SERVING' });
      },
    );
  };
  server.addService(healthService, { check: answerCheck });
}

/** Whether one of this process's own checks passes now: false where it fails, is unknown or late. Never rejects. */
export async function passesInTime(checks: HealthChecks, name: string): Promise<boolean> {
  const check = new Map(Object.entries(checks)).get(name);
  if (check === undefined) return false;
  return withinDeadline(check(), HEALTH_TIMEOUT_MS).then(
    () => true,
    () => false,
  );
}

/** A client of the `grpc.health.v1` that every service speaks, at `host:port`. */
export function createHealthClient(address: string, tls?: GrpcTls | undefined): HealthClient {
  const client = new Client(address, clientCredentials(tls), channelOptions);
  const { Check: method } = healthService;
  if (method === undefined) throw new Error('grpc.health.v1 has no Check');
  return {
    passes: (check) => {
      const call = { metadata: new Metadata(), deadlineMs: systemClock.nowMs() + HEALTH_TIMEOUT_MS };
      return callUnary(client, method, { service: check }, call).then(
        (answer) => 'status' in answer && answer.status === 'SERVING',
        () => false,
      );
    },
    close: () => client.close(),
  };
}
