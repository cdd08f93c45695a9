// Why: docs/decisions/runtime/kubernetes.md
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed, defaultCacheDirectory, findGo, provision, type Report, run } from '@platform/kit/provisioning';

/** On two cores that are busy with something else too. */
const BUILD_MS_MAX = 60 * 60_000;
const PROBE_MS_MAX = 60_000;
const MODULE = fileURLToPath(new URL('../../control-plane/', import.meta.url));
/** With the options of the build, all that decides what is built, but for Go itself. */
const SOURCES = ['go.mod', 'go.sum', 'main.go'];
const NAME = 'kubernetes-control-plane';
/** What go.mod asks for. */
const GO_MINOR_MIN = 26;

/** Returns why the program can't be compiled here; undefined where it can. */
export async function whyNoGo(): Promise<string | undefined> {
  const missing = `there is no Go here (1.${GO_MINOR_MIN} or newer)`;
  const go = findGo(process.env);
  if (go === undefined) return missing;
  const said: string[] = [];
  try {
    await run(go, ['version'], { env: process.env, timeoutMs: PROBE_MS_MAX, onLine: (line) => said.push(line) });
  } catch (error) {
    if (error instanceof CommandFailed) return missing;
    throw error;
  }
  const minor = Number(/go1\.(\d+)/.exec(said.join('\n'))?.[1]);
  return minor >= GO_MINOR_MIN ? undefined : `Go 1.${GO_MINOR_MIN} or newer is needed, and here is ${said.join(' ')}`;
}

/**
 * Returns the path of Kubernetes' own API server, controllers and store in one program (test/control-plane), compiled from their Go modules
 * into the cache the first time. Rejects where there is no Go to compile it by.
 */
export async function provisionControlPlane(report: Report): Promise<string> {
  const directory = await provision({
    cacheDir: defaultCacheDirectory(process.env),
    name: NAME,
    digest: digestOf(SOURCES),
    install: (partial) => build(join(partial, NAME), report),
    report,
  });
  return join(directory, NAME);
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(`${platform()} ${arch()} ${buildOptions().join(' ')}`);
  for (const file of files) hash.update(readFileSync(join(MODULE, file)));
  return hash.digest('hex');
}

async function build(file: string, report: Report): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0' };
  let compiled = 0;
  const onLine = (line: string) => {
    if (line.startsWith('go: downloading ')) return report(line.slice('go: '.length));
    compiled += 1;
    report(`compiled ${compiled} packages: ${line}`);
  };
  await run(findGo(process.env) ?? 'go', ['build', ...buildOptions(), '-o', file, '.'], {
    cwd: MODULE,
    env,
    timeoutMs: BUILD_MS_MAX,
    onLine,
  });
}

/** What it is built of is pinned by go.sum. Without symbols it is a third smaller; who builds it says which version it is. */
function buildOptions(): readonly string[] {
  const version = versionOf(readFileSync(join(MODULE, 'go.mod'), 'utf8'));
  const link = `-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=${version}`;
  return ['-mod=readonly', '-buildvcs=false', '-trimpath', link, '-v'];
}

function versionOf(module: string): string {
  const version = /^\tk8s\.io\/kubernetes (v\S+)$/m.exec(module)?.[1];
  if (version === undefined) throw new Error('go.mod names no version of Kubernetes');
  return version;
}
