import type { Execution as ExecutionMessage } from '@platform/protos/execution';
import type { Execution } from './schema/execution.js';

/** Returns a record in its GraphQL form. */
export function toExecution({ createdAtMs, finishedAtMs, ...same }: ExecutionMessage): Execution {
  return {
    ...same,
    createdAt: new Date(createdAtMs),
    ...(finishedAtMs === undefined ? {} : { finishedAt: new Date(finishedAtMs) }),
  };
}
