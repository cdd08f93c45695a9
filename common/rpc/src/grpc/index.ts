export { type Access, requireUser } from './access.js';
export { type CallOptions, createGrpcClient, type GrpcClient } from './client.js';
export { createHealthClient, type HealthCheck, type HealthChecks, type HealthClient, passesInTime } from './health.js';
export type { AccessTable, CallContext, Handlers, ServedService } from './procedures.js';
export { type GrpcServer, type GrpcServerOptions, startGrpcServer } from './server.js';
export { throttledCheck } from './throttled-check.js';
export { type GrpcTls, grpcTlsSettings, grpcWithoutTlsSettings, readGrpcTls, requireSafeAddress } from './tls/tls.js';
export type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';
