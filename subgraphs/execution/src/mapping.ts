import type { Execution as ExecutionMessage } from '@platform/protos/execution';
import type { Execution } from './schema/execution.js';

/** A record as the graph shows it. */
export function toExecution({ createdAtMs, finishedAtMs, ...same }: ExecutionMessage): Execution {
  return {
    ...same,
    createdAt: new Date(createdAtMs),
    ...(finishedAtMs === undefined ? {} : { finishedAt: new Date(finishedAtMs) }),
  };
}
