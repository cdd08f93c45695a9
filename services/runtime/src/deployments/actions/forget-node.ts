// Why: docs/decisions/runtime/nodes.md

import type { Nodes } from '../../nodes/nodes.js';
import type { DeploymentHistory } from '../history/index.js';
import { leftBehind } from '../placing.js';
import type { DeploymentStore } from '../store.js';

interface ForgetParts {
  readonly nodes: Nodes;
  readonly store: DeploymentStore;
  readonly history: Pick<DeploymentHistory, 'lastTradeNumber'>;
}

/** Why a node can not be forgotten. */
export class NodeInUse extends Error {
  override readonly name = 'NodeInUse';
}

/**
 * Has another node do what one had to that is gone for good: its deployments start there, without their files. Safe to repeat; a node that
 * comes back all the same ends what it still runs. Throws `NodeInUse` where it works, and where the other does not. Returns the number of
 * deployments.
 */
export async function forgetNode(name: string, to: string, { nodes, store, history }: ForgetParts): Promise<number> {
  if ((await nodes.awaySince(name)) === undefined)
    throw new NodeInUse(`${name} works: stop it first, and wait half a minute`);
  if ((await nodes.awaySince(to)) !== undefined) throw new NodeInUse(`${to} does not work`);
  let moved = 0;
  for (const accountId of await store.accountsOn(name))
    moved += await store.inTurn(accountId, async (session) => {
      const there = (await store.kept(accountId, session)).filter(({ node }) => node === name);
      for (const record of there)
        await store.moveTo(record, { node: to, ...(await leftBehind(record, history)) }, session);
      return there.length;
    });
  await nodes.remove(name);
  return moved;
}
