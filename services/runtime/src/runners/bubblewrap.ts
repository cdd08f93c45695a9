import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { CommandFailed, findProgram, provision, type Report, run } from '@platform/kit/provisioning';

const PROBE_TIMEOUT_MS = 10_000;
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

/** Bubblewrap is missing on this machine and from its distribution; the message says what was tried. */
export class BubblewrapUnavailable extends Error {
  override readonly name = 'BubblewrapUnavailable';
}

/**
 * Returns the path of a bubblewrap that works here: the one on the `PATH`, else the distribution's package unpacked into the
 * cache, for which no right is needed. Rejects with `BubblewrapUnavailable`.
 */
export async function findBubblewrap(options: {
  cacheDirectory: string;
  environment: Environment;
  report: Report;
  /** Ends the installers. */
  signal?: AbortSignal;
}): Promise<string> {
  const { cacheDirectory, environment, report, signal } = options;
  const installed = findProgram(environment['PATH'], ['bwrap']);
  const unusable = installed === undefined ? 'none on the PATH' : await probe(installed, environment);
  if (installed !== undefined && unusable === null) return installed;
  try {
    const directory = await provision({
      cacheDir: cacheDirectory,
      name: 'bubblewrap',
      digest: await distributionDigest(),
      install: (target) => unpackPackage(target, environment, report, signal),
      report,
    });
    return join(directory, 'usr', 'bin', 'bwrap');
  } catch (error) {
    if (!(error instanceof CommandFailed) || signal?.aborted) throw error;
    throw new BubblewrapUnavailable(`no bubblewrap (${unusable}), nor the distribution's package (${error.message})`);
  }
}

/** Returns what keeps this bubblewrap from isolating here, or `null`: the check uses all that a worker will need. */
async function probe(bubblewrap: string, environment: Environment): Promise<string | null> {
  const mounts = ['--ro-bind', '/', '/', '--perms', '1777', '--size', '65536', '--tmpfs', '/tmp', '--dev', '/dev'];
  const user = process.getuid?.() === 0 ? ['--cap-add', 'CAP_SETUID'] : ['--unshare-user', '--disable-userns'];
  const isolation = [...user, '--unshare-pid', '--unshare-net', '--unshare-ipc', '--die-with-parent'];
  try {
    await run(bubblewrap, [...mounts, ...isolation, '/bin/true'], {
      env: { PATH: environment['PATH'] },
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    return null;
  } catch (error) {
    if (error instanceof CommandFailed) return error.message;
    throw error;
  }
}

/** The package differs between distributions and architectures, and its authenticity is the package manager's task. */
async function distributionDigest(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8');
  return createHash('sha256').update(`${arch()}\n${release}`).digest('hex');
}

async function unpackPackage(
  target: string,
  environment: Environment,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const download = join(target, 'download');
  await mkdir(join(download, 'lists', 'partial'), { recursive: true });
  const bounds = { timeoutMs: DOWNLOAD_TIMEOUT_MS, ...(signal && { signal }) };
  const options = { env: { ...environment }, cwd: download, onLine: report, ...bounds };
  // Lists and cache of its own: so neither root nor an up-to-date machine is needed.
  const settings = [`Dir::State::lists=${join(download, 'lists')}`, `Dir::Cache=${download}`, 'APT::Sandbox::User='];
  const own = settings.flatMap((setting) => ['-o', setting]);
  report("downloading the distribution's bubblewrap");
  await run('apt-get', ['download', 'bubblewrap'], options).catch(async () => {
    await run('apt-get', [...own, 'update'], options);
    await run('apt-get', [...own, 'download', 'bubblewrap'], options);
  });
  const file = (await readdir(download)).find((name) => name.endsWith('.deb'));
  if (file === undefined) throw new CommandFailed('apt-get downloaded no package', null);
  await run('dpkg-deb', ['-x', join(download, file), target], options);
  await rm(download, { recursive: true });
  const unusable = await probe(join(target, 'usr', 'bin', 'bwrap'), environment);
  if (unusable !== null) throw new CommandFailed(unusable, null);
}
