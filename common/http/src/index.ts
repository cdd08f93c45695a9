export { clientOf } from './client-of.js';
export { Connections, type CutReason } from './connections/connections.js';
export type { WriteRefusal } from './connections/refusals.js';
export { type ConnectionLimits, connectionLimits, httpSettings } from './connections/settings.js';
export { CLIENT_ADDRESS_HEADER, WORKLOAD_TOKEN_HEADER } from './forwarded-client.js';
export { jsonTextOf, UnreadableBody } from './json-text.js';
export { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
export { headFaultOf } from './unusual-head.js';
export { withoutSchemas } from './without-schemas.js';
