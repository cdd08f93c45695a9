export { type Access, authorize, requireUser } from './access.js';
export { type CallOptions, createGrpcClient, type GrpcClient } from './client.js';
export { createHealthClient, type HealthCheck, type HealthChecks, type HealthClient } from './health.js';
export {
  type AccessTable,
  type CallContext,
  type GrpcServer,
  type GrpcServerOptions,
  type Handlers,
  type ServedService,
  startGrpcServer,
} from './server.js';
export { sparingCheck } from './sparing-check.js';
export { type GrpcTls, grpcTlsSettings, readGrpcTls } from './tls.js';
export type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';
