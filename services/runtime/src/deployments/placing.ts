// Why: docs/decisions/runtime/nodes.md
import type { ClientSession } from '@platform/store/mongo';
import type { Nodes } from '../nodes/nodes.js';
import type { DeploymentHistory } from './history/index.js';
import { placeOf } from './place.js';
import type { DeploymentRecord } from './record.js';
import { boundStatuses } from './state.js';
import type { DeploymentStore } from './store.js';

/** A deployment, as far as its node goes by it. */
export type Placeable = Pick<DeploymentRecord, '_id' | 'accountId' | 'mode' | 'framework' | 'venue'>;

interface PlacingParts {
  readonly store: Pick<DeploymentStore, 'kept'>;
  readonly nodes: Pick<Nodes, 'nodeOf' | 'isAlive'>;
}

/**
 * Decides on which node a deployment's bot is. What one process or one proxy serves is on one node: an account's live bots at a venue, and else
 * its bots of one framework's version there. Call it in a turn of the account, within which it is written.
 */
export class Placing {
  constructor(private readonly parts: PlacingParts) {}

  /** Returns the node of a new deployment: that of what it is to run with, as its files are there too; else a cluster, or this one. */
  async ofCreated(record: Placeable, session: ClientSession): Promise<string> {
    const { nodes } = this.parts;
    for (const name of await this.#nodesOfFellows(record, session, () => true))
      if (await nodes.isAlive(name, session)) return name;
    return nodes.nodeOf(record.mode);
  }

  /**
   * Returns the node of a deployment that is being started: where what it runs with is, though that is away; else its own, where its files
   * are, while that works or its last bot may still run there; else a new one's, without its files.
   */
  async ofStarted(record: DeploymentRecord, session: ClientSession): Promise<string> {
    const { nodes } = this.parts;
    const fellows = await this.#nodesOfFellows(record, session, mayRun);
    const [shared] = fellows;
    if (shared !== undefined) return fellows.includes(record.node) ? record.node : shared;
    const isOver = record.status !== 'error' || record.generation === 0;
    const stays = !isOver || (await nodes.isAlive(record.node, session));
    return stays ? record.node : nodes.nodeOf(record.mode);
  }

  /** The nodes of an account's other deployments that share a place with one, each once. */
  async #nodesOfFellows(
    record: Placeable,
    session: ClientSession,
    counts: (fellow: DeploymentRecord) => boolean,
  ): Promise<string[]> {
    const kept = await this.parts.store.kept(record.accountId, session);
    const fellows = kept.filter((each) => each._id !== record._id && shares(each, record) && counts(each));
    return [...new Set(fellows.map(({ node }) => node))];
  }
}

/**
 * Returns what a deployment that has run keeps of the files that it leaves on another node: its next bot counts its trades from the beginning,
 * and they are told apart from those before.
 */
export async function leftBehind(
  { _id, generation }: Pick<DeploymentRecord, '_id' | 'generation'>,
  history: Pick<DeploymentHistory, 'lastTradeNumber'>,
): Promise<Pick<DeploymentRecord, 'tradesBefore'>> {
  const last = generation === 0 ? undefined : await history.lastTradeNumber(_id);
  return last === undefined ? {} : { tradesBefore: last + 1 };
}

/** Live ones share a proxy, with one agent at the venue, whatever they run on. */
function shares(one: Placeable, other: Placeable): boolean {
  if (one.mode === 'live' && other.mode === 'live') return one.venue === other.venue;
  return one.mode === other.mode && placeOf(one).workloadId === placeOf(other).workloadId;
}

/** Of a live one that failed too: what its last bot does there would be seen by nobody else. */
function mayRun({ status, mode, generation }: DeploymentRecord): boolean {
  if (generation === 0) return false;
  return boundStatuses.includes(status) || (status === 'error' && mode === 'live');
}
