import { bundleOf } from '@platform/bundler';
import { systemClock, systemRandom } from '@platform/kit/clock';
import {
  contractProgram,
  KubernetesBotRunner,
  podsSchema,
  type RunnerUnderTest,
  setNameOf,
} from '@platform/runtime-service/kubernetes-testing';
import type { Cluster } from './api-server.js';
import type { Kubelet } from './kubelet.js';
import { tokenFileOf } from './runtime-account.js';

const NAMESPACE = 'bots';

/** What a runner of bots in pods is made of. */
interface BotsInPodsParts {
  readonly cluster: Cluster;
  readonly kubelet: () => Kubelet;
}

interface RunnerOptions {
  /** Where its API server is asked; absent: the server itself. */
  readonly url?: string;
  readonly idleMs?: number;
}

/** Runners of bots in the pods of a cluster, each as an installation of its own has it. */
export class BotsInPods {
  #installations = 0;
  /** What its runners met. */
  readonly failures: string[] = [];

  private constructor(
    private readonly parts: BotsInPodsParts,
    private readonly tokenFile: string,
  ) {}

  static async open(parts: BotsInPodsParts): Promise<BotsInPods> {
    await parts.cluster.as('admin').create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    return new BotsInPods(parts, await tokenFileOf(parts.cluster, NAMESPACE));
  }

  async make({ url, idleMs }: RunnerOptions = {}): Promise<RunnerUnderTest & { readonly runner: KubernetesBotRunner }> {
    const { cluster, kubelet } = this.parts;
    this.#installations += 1;
    const installation = `bots-${this.#installations}`;
    const { services, bots } = podsSchema.parse({
      services: { namespace: 'platform', labels: { app: 'runtime' } },
      backtests: { namespace: NAMESPACE, image: 'platform' },
      bots: { namespace: NAMESPACE, image: 'platform', processorMilli: 100 },
    });
    if (bots === undefined) throw new Error('bots were given');
    const address = { url: url ?? cluster.url, caFile: cluster.caFile, tokenFile: this.tokenFile };
    const runners: KubernetesBotRunner[] = [];
    const again = async () => {
      const runner = await KubernetesBotRunner.open({
        ...{ address, installation, services, pods: bots, ...(idleMs !== undefined && { idleMs }) },
        ...{ holder: [process.execPath, bundleOf('bots-holder')], shim: bundleOf('bot-shim') },
        ...{ feedSocket: () => '/nowhere', clock: systemClock, random: systemRandom },
        onFailure: (error, what) => this.failures.push(`${what}: ${String(error)}`),
      });
      runners.push(runner);
      return runner;
    };
    return {
      ...{ runner: await again(), again, program: await contractProgram(true) },
      killBot: ({ processId }) => process.kill(processId ?? Number.NaN, 'SIGKILL'),
      killHolder: (workloadId) => kubelet().kill(setNameOf('bots', installation, workloadId)),
      separatesUsers: process.getuid?.() === 0,
      close: async () => {
        for (const runner of runners) await runner.close();
      },
    };
  }

  /** The names of its pods. */
  pods(): Promise<readonly string[]> {
    return this.#all(`/api/v1/namespaces/${NAMESPACE}/pods`);
  }

  /** The names of all that bots have in the cluster. */
  async left(): Promise<readonly string[]> {
    return [
      ...(await this.#all(`/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`)),
      ...(await this.pods()),
      ...(await this.#all(`/api/v1/namespaces/${NAMESPACE}/secrets`)),
      ...(await this.#all(`/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`)),
    ];
  }

  async #all(path: string): Promise<readonly string[]> {
    const { items } = await this.parts.cluster.as('admin').get(path);
    return (items as { metadata: { name: string } }[]).map(({ metadata: { name } }) => name);
  }
}
