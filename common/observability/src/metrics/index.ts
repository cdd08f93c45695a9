// Why: docs/decisions/platform/observability.md
export { exposeCounts } from './counts.js';
export { exposeFreeSpace } from './disk.js';
export { Durations } from './durations.js';
export { observeOperation, operationLabel, operationMetrics } from './graphql.js';
export { type AnsweredRequest, observeCutConnection, observeHttpRequest } from './http.js';
export { exposeQueue, type QueueStatus } from './queues.js';
export { type MetricsServer, serveMetrics } from './server.js';
