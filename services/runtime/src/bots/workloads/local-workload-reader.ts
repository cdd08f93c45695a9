// Why: docs/decisions/runtime/legacy-deployments.md
import type { BotRunner } from '../bot-runner.js';
import type { BotState, Observation } from '../observation.js';
import type { ObservedWorkload, WorkloadQuery, WorkloadReader, WorkloadStatus } from './workload-reader.js';

/** What this machine has: one namespace, with bots. */
const LOCAL_NAMESPACE = 'local';
const LOCAL_KIND = 'Bot';

interface Place {
  readonly observation: Observation;
  readonly bot: BotState;
}

/** Reads the bots of this machine's runner as workloads: one is named by its deployment, and is another one after each start of its process. */
export class LocalWorkloadReader implements WorkloadReader {
  constructor(private readonly runner: Pick<BotRunner, 'observe' | 'logs'>) {}

  async observe(query: WorkloadQuery): Promise<ObservedWorkload | 'none' | 'several'> {
    if (query.namespace !== LOCAL_NAMESPACE || query.kind !== LOCAL_KIND) return 'none';
    const observed = await this.runner.observe();
    const places = observed.flatMap((observation) => observation.bots.map((bot) => ({ observation, bot })));
    const [place, ...others] = places.filter((each) => hasAll(labelsOf(each), query.labels));
    if (others.length > 0) return 'several';
    if (place !== undefined) return this.#toWorkload(place);
    // What a silent process holds isn't known: it may be the one that is asked for.
    const silent = observed.find(({ state }) => state === 'silent');
    if (silent !== undefined) throw new Error(`${silent.workloadId} does not answer`);
    return 'none';
  }

  #toWorkload(place: Place): ObservedWorkload {
    const { observation, bot } = place;
    const { deploymentId, generation, startedAtMs } = bot;
    const { workloadId, nonce } = observation;
    return {
      ...{ namespace: LOCAL_NAMESPACE, kind: LOCAL_KIND, name: deploymentId },
      uid: `${nonce}-${generation}`,
      labels: labelsOf(place),
      status: statusOf(bot),
      restarts: 0,
      ...(bot.ended === null && { startedAt: new Date(startedAtMs) }),
      readLogs: (from) => this.runner.logs({ workloadId, deploymentId }, from),
    };
  }
}

/** Returns whether labels have all of others. */
function hasAll(labels: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): boolean {
  return [...wanted].every(([key, value]) => labels.get(key) === value);
}

function labelsOf({ observation, bot }: Place): ReadonlyMap<string, string> {
  return new Map([
    ['deployment', bot.deploymentId],
    ['workload', observation.workloadId],
  ]);
}

function statusOf({ state, ended }: BotState): WorkloadStatus {
  if (ended !== null) return 'stopped';
  return state === 'starting' || state === 'running' ? state : 'stopping';
}
