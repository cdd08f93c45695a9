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

/** Checks, without changing anything, whether something can be used now; rejects or never settles when it can't. */
export type HealthCheck = () => Promise<void>;

/** Checks by their service name in `grpc.health.v1`. */
export type HealthChecks = Readonly<Record<string, HealthCheck>>;

/** A client for the health of a server's parts. */
export interface HealthClient {
  /** Returns whether the check passes now: false where it fails, is unknown or late, or no server answers. Never rejects. */
  passes(check: string): Promise<boolean>;
  /** Closes the connection. */
  close(): void;
}

/** The request type of `grpc.health.v1` with its file descriptor: reflection describes the service by it. */
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
 * Adds `grpc.health.v1` to a server. Each check runs on request, which the ready-made implementation, a table of statuses, can't do;
 * `Watch` has no users and stays unimplemented, as the protocol allows.
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

/** Returns whether one of this process's own checks passes now: false where it fails, is unknown or late. Never rejects. */
export async function passesInTime(checks: HealthChecks, name: string): Promise<boolean> {
  const check = new Map(Object.entries(checks)).get(name);
  if (check === undefined) return false;
  return withinDeadline(check(), HEALTH_TIMEOUT_MS).then(
    () => true,
    () => false,
  );
}

/** Makes a client of the `grpc.health.v1` that every service serves, at `host:port`. */
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
