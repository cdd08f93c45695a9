import { PlatformError } from '@platform/errors';
import type { ExecutionServiceDefinition } from '@platform/protos/execution';
import { type AccessTable, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { Executions } from './executions/executions.js';
import type { ExecutionRecord } from './executions/model.js';
import { statusOf } from './executions/states.js';
import type { Submission } from './executions/submission.js';

/** Who may call which procedure. */
export const executionAccess: AccessTable<ExecutionServiceDefinition> = {
  SubmitExecution: { users: 'write' },
  ListExecutions: { users: 'read' },
  GetExecution: { users: 'read' },
  BatchGetExecutions: { users: 'read' },
};

/** Returns the handlers of `trading.execution.v1`: they translate between messages and the domain, and decide nothing. */
export function executionHandlers(
  executions: Executions,
  submission: Submission,
): Handlers<ExecutionServiceDefinition> {
  return {
    SubmitExecution: async (request, { caller, token }) => {
      const { record, replayed } = await submission.submit(requireUser(caller), request, token);
      requireNotRejected(record, replayed);
      return { execution: toMessage(record), replayed };
    },
    ListExecutions: async (request, { caller }) => {
      const page = await executions.list(requireUser(caller).accountId, request);
      return { executions: page.items.map(toMessage), cursors: [...page.cursors], nextCursor: page.nextCursor };
    },
    GetExecution: async ({ id }, { caller }) => ({
      execution: toMessage(await executions.get(requireUser(caller).accountId, id)),
    }),
    BatchGetExecutions: async ({ ids }, { caller }) => {
      const records = await executions.getMany(requireUser(caller).accountId, ids);
      return { executions: records.map(toMessage) };
    },
  };
}

/** Throws for a refused execution; each request with the same key gets the same answer. */
function requireNotRejected({ _id, status, resultJson }: ExecutionRecord, replayed: boolean): void {
  if (status !== 'rejected') return;
  const details = { execution_id: _id, ...JSON.parse(resultJson ?? '{}') };
  throw new PlatformError('exchange_rejected', { details, replayed });
}

function toMessage(record: ExecutionRecord) {
  return {
    id: record._id,
    status: statusOf(record.status),
    venue: record.venue,
    actionType: record.actionType,
    accountAddress: record.accountAddress,
    createdAtMs: record.createdAt.getTime(),
    finishedAtMs: record.finishedAt?.getTime(),
    resultJson: record.resultJson,
    settlement: record.settlement,
  };
}
