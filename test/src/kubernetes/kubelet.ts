import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessTree } from '@platform/runtime-service/kubernetes-testing';
import type { Cluster } from './api-server.js';
import { type ClusterClient, Refused } from './client.js';
import { type Container, claimSchema, commandOf, type Pod, pathOf, podListSchema, secretSchema } from './pods.js';

/** The name that the API server knows it by. */
const NODE = 'here';
const LOOK_MS = 100;
const LOG_BYTES_MAX = 64 * 1024;
const NOT_FOUND = 404;
/** Mounts pairs of a source and a place in a file system view of its own, and becomes what follows. */
const MOUNT =
  'mount -t tmpfs tmpfs /run && while [ "$1" != -- ]; do mkdir -p "$2" && mount --bind "$1" "$2" || exit 97; shift 2; done; shift; exec "$@"';
/** Elsewhere a container has the machine's own folders: what it runs lies there. */
const MOUNTED = /^\/run\//;

interface Run {
  readonly pod: Pod;
  readonly address: string;
  readonly children: ChildProcess[];
  readonly folder: string;
  /** What its containers said on their outputs. */
  readonly said: Buffer[];
  isEnding: boolean;
  over: boolean;
}

/**
 * A machine of a cluster, for tests: it has each pod scheduled to itself and starts its containers as processes of this machine, as root, with
 * an address of the loopback network, the pod's Secrets as files and a folder for each claim. It pulls no images, bounds nothing and isolates nothing: what
 * a container may do is for the program in it.
 */
export class Kubelet {
  readonly #scheduler: ClusterClient;
  readonly #client: ClusterClient;
  readonly #runs = new Map<string, Run>();
  readonly #starting = new Set<string>();
  /** What claims hold, by their uid: it outlives the pods. */
  readonly #claims = new Map<string, string>();
  #addresses = 0;
  #isClosed = false;
  #looking: Promise<void> = Promise.resolve();
  /** While set, it does nothing, as a machine without power. */
  isDown = false;

  private constructor(cluster: Cluster) {
    this.#scheduler = cluster.as('admin');
    this.#client = cluster.as('kubelet');
  }

  static async start(cluster: Cluster): Promise<Kubelet> {
    const kubelet = new Kubelet(cluster);
    await kubelet.#client.create('/api/v1/nodes', { metadata: { name: NODE } });
    kubelet.#looking = kubelet.#look();
    return kubelet;
  }

  /** The processes of a pod. */
  processesOf(name: string): readonly number[] {
    return this.#named(name).flatMap(({ children }) => children.flatMap(({ pid }) => (pid === undefined ? [] : [pid])));
  }

  /** The folders of all claims. */
  get claims(): readonly string[] {
    return [...this.#claims.values()];
  }

  /** What the containers of pods said whose names begin so. */
  saidBy(name: string): string {
    return this.#named(name)
      .flatMap(({ said }) => said.map(String))
      .join('');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#looking;
    for (const run of this.#runs.values()) {
      await killAll(run);
      await rm(run.folder, { recursive: true, force: true });
    }
    for (const folder of this.#claims.values()) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }

  /** Ends the containers of the pods whose names begin so, at once, as a machine without memory does. */
  async kill(name: string): Promise<void> {
    for (const run of this.#named(name)) await killAll(run);
  }

  #named(name: string): Run[] {
    return [...this.#runs.values()].filter(({ pod }) => pod.metadata.name.startsWith(name));
  }

  async #look(): Promise<void> {
    while (!this.#isClosed) {
      if (!this.isDown) await this.#lookOnce().catch(() => {});
      await sleep(LOOK_MS);
    }
  }

  async #lookOnce(): Promise<void> {
    const { items } = podListSchema.parse(await this.#scheduler.get('/api/v1/pods'));
    const there = new Set(items.map(({ metadata }) => metadata.uid));
    for (const [uid, run] of this.#runs) if (!there.has(uid)) this.#end(run, 0);
    for (const pod of items) await this.#tend(pod);
  }

  async #tend(pod: Pod): Promise<void> {
    const { uid, deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    const run = this.#runs.get(uid);
    if (deletionTimestamp !== undefined) {
      if (run !== undefined) this.#end(run, deletionGracePeriodSeconds);
      if (run === undefined || run.over) await this.#forget(pod);
    } else if (pod.spec.nodeName === undefined) await this.#schedule(pod);
    else if (run === undefined && pod.status.phase === 'Pending' && !this.#starting.has(uid)) void this.#start(pod);
  }

  #schedule({ metadata: { name, namespace, uid } }: Pod): Promise<unknown> {
    return this.#scheduler.create(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      ...{ metadata: { name, uid }, target: { kind: 'Node', name: NODE } },
    });
  }

  async #forget(pod: Pod): Promise<void> {
    const { uid } = pod.metadata;
    const options = { gracePeriodSeconds: 0, preconditions: { uid } };
    await this.#client.delete(pathOf(pod), options).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== NOT_FOUND) throw error;
    });
  }

  async #start(pod: Pod): Promise<void> {
    const { uid } = pod.metadata;
    this.#starting.add(uid);
    const folder = await mkdtemp(join(tmpdir(), 'pod-'));
    try {
      const mounted = await this.#mount(pod, folder);
      this.#addresses += 1;
      const address = `127.77.${this.#addresses >> 8}.${this.#addresses & 255}`;
      const run: Run = { pod, address, children: [], folder, said: [], isEnding: false, over: false };
      await this.#tell(run, { phase: 'Pending', podIP: address });
      for (const container of pod.spec.containers) run.children.push(this.#spawn(run, container, mounted));
      this.#runs.set(uid, run);
      await this.#tell(run, { phase: 'Running', ...this.#statusOf(run) });
      await Promise.all(run.children.map((child) => once(child, 'exit')));
      run.over = true;
      const hasFailed = run.children.some(({ exitCode }) => exitCode !== 0);
      await this.#tell(run, { phase: hasFailed ? 'Failed' : 'Succeeded', ...this.#statusOf(run) });
    } catch {
      // A Secret that is not there yet, or a pod that is gone: it is looked at again.
      await rm(folder, { recursive: true, force: true });
    } finally {
      this.#starting.delete(uid);
    }
  }

  /** Makes a folder for each volume; rejects where a Secret is not there. */
  async #mount({ metadata: { namespace }, spec: { volumes } }: Pod, folder: string): Promise<Map<string, string>> {
    const mounted = new Map<string, string>();
    for (const { name, secret, persistentVolumeClaim: claim } of volumes) {
      const at = claim === undefined ? join(folder, name) : await this.#claimed(namespace, claim.claimName);
      await mkdir(at, { recursive: true });
      mounted.set(name, at);
      if (secret === undefined) continue;
      const path = `/api/v1/namespaces/${namespace}/secrets/${secret.secretName}`;
      const { data } = secretSchema.parse(await this.#client.get(path));
      for (const [file, text] of Object.entries(data)) {
        await mkdir(dirname(join(at, file)), { recursive: true });
        await writeFile(join(at, file), Buffer.from(text, 'base64'), { mode: 0o400 });
      }
    }
    return mounted;
  }

  /** The folder of a claim, whichever of its pods asks for it. */
  async #claimed(namespace: string, name: string): Promise<string> {
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
    const { uid } = claimSchema.parse(await this.#scheduler.get(path)).metadata;
    const folder = this.#claims.get(uid) ?? (await mkdtemp(join(tmpdir(), 'claim-')));
    this.#claims.set(uid, folder);
    return folder;
  }

  #spawn(run: Run, container: Container, mounted: ReadonlyMap<string, string>): ChildProcess {
    const { environment, command } = commandOf(container, run.address);
    const mounts = container.volumeMounts
      .filter(({ mountPath }) => MOUNTED.test(mountPath))
      .flatMap(({ name, mountPath }) => [mounted.get(name) ?? '', mountPath]);
    const child = spawn('unshare', ['--mount', 'sh', '-c', MOUNT, 'mount', ...mounts, '--', ...command], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        if (run.said.reduce((sum, { length }) => sum + length, 0) < LOG_BYTES_MAX) run.said.push(piece);
      });
    return child;
  }

  #statusOf({ address, children, pod }: Run) {
    const isOver = children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    return {
      ...{ podIP: address, podIPs: [{ ip: address }], hostIP: '127.0.0.1', startTime: new Date().toISOString() },
      conditions: [{ type: 'Ready', status: isOver ? 'False' : 'True' }],
      containerStatuses: pod.spec.containers.map(({ name }, index) => ({
        ...{ name, image: 'none', imageID: 'none', restartCount: 0, ready: !isOver, state: stateOf(children[index]) },
      })),
    };
  }

  async #tell({ pod }: Run, status: object): Promise<void> {
    await this.#client.merge(`${pathOf(pod)}/status`, { status });
  }

  #end(run: Run, graceSeconds: number): void {
    if (run.isEnding || run.over) return;
    run.isEnding = true;
    for (const child of run.children) child.kill('SIGTERM');
    setTimeout(() => void killAll(run), graceSeconds * 1_000).unref();
  }
}

/** A container takes all that it has started with it, though that is detached. */
async function killAll({ children }: Run): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ids = running.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  for (const id of (await Promise.all(ids.map(readProcessTree))).flat())
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
}

function stateOf(child: ChildProcess | undefined): object {
  if (child === undefined || (child.exitCode === null && child.signalCode === null))
    return { running: { startedAt: new Date().toISOString() } };
  const exitCode = child.exitCode ?? 137;
  return { terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' } };
}
