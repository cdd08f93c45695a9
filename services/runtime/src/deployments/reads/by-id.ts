import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import type { LegacyDeploymentReads } from '../../legacy/deployments/reads.js';
import type { LiveDeployments } from '../../live/live-deployments.js';
import { toDeploymentMessage, toLegacyMessage } from '../messages.js';
import type { DeploymentStore } from '../store.js';

interface ReadParts {
  readonly store: DeploymentStore;
  readonly live: Pick<LiveDeployments, 'refreshed'>;
  readonly legacy: LegacyDeploymentReads;
}

/** Returns an account's deployments among these ids, in their order, those of the older platform too; and those that can't be read now. */
export async function readDeployments(
  { store, live, legacy }: ReadParts,
  accountId: string,
  ids: readonly string[],
): Promise<Sendable<ResponseOf<RuntimeServiceDefinition, 'BatchGetDeployments'>>> {
  const own = await live.refreshed(await store.findMany(accountId, ids));
  const messages = new Map(own.map((record) => [record._id, toDeploymentMessage(record)]));
  const missing = [...new Set(ids)].filter((id) => !messages.has(id));
  const { read, unread } = await legacy.readMany(accountId, missing);
  for (const each of read) messages.set(each.id, toLegacyMessage(each));
  return {
    deployments: ids.flatMap((id) => messages.get(id) ?? []),
    unread: [...unread].map(([id, { code }]) => ({ id, code })),
  };
}
