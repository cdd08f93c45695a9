// Why: docs/decisions/runtime/kubernetes.md
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@platform/kit/ports';
import { withProgress } from '@platform/kit/provisioning';
import { ClusterClient } from './client.js';
import { provisionControlPlane } from './program.js';

const START_MS_MAX = 180_000;
const LOOK_MS = 100;
const SAID_CHARACTERS = 4_000;
const TOKEN_BYTES = 16;

/** Those of Kubernetes' controllers that act on what the platform makes: the others look after machines, volumes and clouds. */
const CONTROLLERS = [
  ...['job-controller', 'statefulset-controller', 'ttl-after-finished-controller', 'garbage-collector-controller'],
  ...['namespace-controller', 'serviceaccount-controller', 'root-ca-certificate-publisher-controller'],
  ...['deployment-controller', 'replicaset-controller', 'disruption-controller'],
  'persistentvolumeclaim-protection-controller',
];

/** Users of the cluster by name, each with its groups; the API server itself gives those that begin with `system:` their rights. */
const USERS = {
  admin: ['admin', 'system:masters'],
  controllers: ['system:kube-controller-manager', ''],
  kubelet: ['system:node:here', 'system:nodes'],
} as const;
type User = keyof typeof USERS;

/** A cluster without machines: Kubernetes' own store, API server and controllers, of which each is a process. */
export interface Cluster {
  readonly url: string;
  /** The certificate (PEM) of the API server's authority. */
  readonly caFile: string;
  /** Where it keeps what it has: gone with it. */
  readonly folder: string;
  /** Returns a client that asks as a user of the cluster, or by a token. */
  as(user: User | { readonly token: string }): ClusterClient;
  /** Kills the API server and starts it again: watches break off, and what it remembers of former versions is gone. */
  restartServer(): Promise<void>;
  /** Ends its processes and removes what they kept. */
  close(): Promise<void>;
}

/** Starts one on free ports, with keys and tokens of its own, and returns once it answers and its controllers do. */
export async function startCluster(): Promise<Cluster> {
  const program = await withProgress(process.stderr, "Kubernetes' API server", provisionControlPlane);
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  const parts = new Parts(program, folder);
  try {
    return await start(parts);
  } catch (error) {
    await parts.close();
    throw error;
  }
}

async function start(parts: Parts): Promise<Cluster> {
  const { folder } = parts;
  const [store, peers, port] = [await freePort(), await freePort(), await freePort()];
  const tokens = await writeTokens(folder);
  await writeKeys(folder);
  await parts.start('etcd', storeArguments(folder, store, peers));
  await parts.start('kube-apiserver', serverArguments(folder, store, port));
  const url = `https://127.0.0.1:${port}`;
  const caFile = join(folder, 'apiserver.crt');
  const ca = await parts.until(() => readFile(caFile, 'utf8'));
  const as: Cluster['as'] = (user) =>
    new ClusterClient({ url, ca, token: typeof user === 'string' ? tokens[user] : user.token });
  await parts.until(() => as('admin').readText('/readyz'));
  const config = join(folder, 'controllers.json');
  await writeFile(config, kubeconfigOf({ url, caFile, token: tokens.controllers }), { mode: 0o600 });
  await parts.start('kube-controller-manager', controllersArguments(folder, config));
  // They make it in each namespace: it shows that they are there.
  await parts.until(() => as('admin').get('/api/v1/namespaces/default/serviceaccounts/default'));
  const restartServer = async () => {
    await parts.end('kube-apiserver');
    await parts.start('kube-apiserver', serverArguments(folder, store, port));
    await parts.until(() => as('admin').readText('/readyz'));
  };
  return { url, caFile, folder, as, restartServer, close: () => parts.close() };
}

/** The processes of a cluster, each with its log in the cluster's folder. */
class Parts {
  readonly #running: { readonly name: string; readonly child: ChildProcess }[] = [];
  readonly #endWithParent = () => {
    for (const { child } of this.#running) child.kill('SIGKILL');
  };

  constructor(
    private readonly program: string,
    readonly folder: string,
  ) {
    process.once('exit', this.#endWithParent);
  }

  async start(name: string, args: readonly string[]): Promise<void> {
    const log = await open(this.#logOf(name), 'w', 0o600);
    const child = spawn(this.program, [name, ...args], {
      stdio: ['ignore', log.fd, log.fd],
      env: {},
      cwd: this.folder,
    });
    this.#running.push({ name, child });
    await once(child, 'spawn');
    await log.close();
  }

  async end(name: string): Promise<void> {
    const [part] = this.#running.splice(
      this.#running.findIndex((each) => each.name === name),
      1,
    );
    if (part === undefined) throw new Error(`${name} does not run`);
    part.child.kill('SIGKILL');
    await once(part.child, 'exit');
  }

  /** Returns what `look` does as soon as it does not reject. Rejects where it still does after long, or once a process has ended. */
  async until<Found>(look: () => Promise<Found>): Promise<Found> {
    const giveUpAtMs = performance.now() + START_MS_MAX;
    for (;;) {
      try {
        return await look();
      } catch (error) {
        await this.#requireAll(performance.now() < giveUpAtMs ? undefined : error);
      }
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    process.off('exit', this.#endWithParent);
    // The store last: the others wait for it where it is away.
    for (const { child } of this.#running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  async #requireAll(failure: unknown): Promise<void> {
    const ended = this.#running.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (failure === undefined && ended === undefined) return;
    const { name } = ended ?? this.#running.at(-1) ?? { name: 'nothing' };
    const said = await readFile(this.#logOf(name), 'utf8').catch(() => '');
    const what = ended === undefined ? `does not answer (${String(failure)})` : 'ended';
    throw new Error(`${name} ${what}: ${said.trim().slice(-SAID_CHARACTERS)}`);
  }

  #logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }
}

/** Makes a token per user, in the file by which the API server knows them. */
async function writeTokens(folder: string): Promise<Record<User, string>> {
  const made = () => randomBytes(TOKEN_BYTES).toString('hex');
  const tokens = { admin: made(), controllers: made(), kubelet: made() };
  const line = (user: User) => `${tokens[user]},${USERS[user][0]},${user},"${USERS[user][1]}"\n`;
  const lines = [line('admin'), line('controllers'), line('kubelet')];
  await writeFile(join(folder, 'tokens.csv'), lines.join(''), { mode: 0o600 });
  return tokens;
}

/** The keys by which the tokens of service accounts are signed and known. */
async function writeKeys(folder: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(join(folder, 'accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, 'accounts.pub'), publicKey);
}

function storeArguments(folder: string, port: number, peers: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  return [
    ...['--data-dir', join(folder, 'store'), '--log-level', 'error', '--unsafe-no-fsync'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ];
}

function serverArguments(folder: string, store: number, port: number): string[] {
  return [
    ...[`--etcd-servers=http://127.0.0.1:${store}`, '--bind-address=127.0.0.1', `--secure-port=${port}`],
    // It makes its certificate and the authority of that by itself.
    ...[`--cert-dir=${folder}`, '--service-cluster-ip-range=10.96.0.0/16'],
    // It is in no cluster's network, where its own address would be published.
    ...['--endpoint-reconciler-type=none', '--advertise-address=127.0.0.1', '--profiling=false'],
    ...[`--token-auth-file=${join(folder, 'tokens.csv')}`, '--authorization-mode=Node,RBAC'],
    ...['--service-account-issuer=https://kubernetes.default.svc', '--api-audiences=https://kubernetes.default.svc'],
    `--service-account-key-file=${join(folder, 'accounts.pub')}`,
    `--service-account-signing-key-file=${join(folder, 'accounts.key')}`,
  ];
}

function controllersArguments(folder: string, config: string): string[] {
  return [
    ...[`--kubeconfig=${config}`, `--controllers=${CONTROLLERS.join(',')}`, '--leader-elect=false', '--secure-port=0'],
    // Each has the rights of its own role.
    '--use-service-account-credentials',
    ...[`--service-account-private-key-file=${join(folder, 'accounts.key')}`, '--profiling=false'],
    `--root-ca-file=${join(folder, 'apiserver.crt')}`,
  ];
}

/** A kubeconfig may be JSON, which is YAML too. */
function kubeconfigOf(user: { readonly url: string; readonly caFile: string; readonly token: string }): string {
  const name = 'cluster';
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': name },
    clusters: [{ name, cluster: { server: user.url, 'certificate-authority': user.caFile } }],
    users: [{ name, user: { token: user.token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  });
}
