/** The content of an image as the Dockerfile leaves it, made on this machine from the built checkout. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../structure/repository.js';
import { dockerfile } from './compose.js';

const run = promisify(execFile);
/** Folders that no build needs, or that a build installs itself; also names with a dot, which other tests make and remove meanwhile. */
const LEFT_OUT = /^(\..+|node_modules|results|__pycache__)$/;
const PRUNE = /^RUN (npm prune .+)$/m;
const COPIED = /^COPY --from=build \/platform\/(\S+) \1$/gm;

/** The commands of a production install use the Node that runs the tests, as an image has its own. */
export const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;

/** Makes it in a new folder, which the caller removes. */
export async function makeInstallation(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-installation-'));
  await cp(root, folder, { recursive: true, filter: (path) => path === root || !LEFT_OUT.test(basename(path)) });
  await linkLibraries(folder);
  const prune = PRUNE.exec(dockerfile())?.[1];
  if (prune === undefined) throw new Error('the Dockerfile prunes nothing');
  await run('/bin/sh', ['-c', prune], { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  const copied = new Set([...dockerfile().matchAll(COPIED)].map(([, name]) => name));
  const others = (await readdir(folder)).filter((name) => !copied.has(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true })));
  return folder;
}

/** The checkout's libraries, by links instead of copies where the file system can; npm changes none but its own record in place. */
async function linkLibraries(folder: string): Promise<void> {
  const { stdout } = await run('find', ['.', '-name', 'node_modules', '-prune', '-printf', '%P\\n'], { cwd: root });
  for (const libraries of stdout.split('\n').filter((path) => path !== '')) {
    const [from, to] = [join(root, libraries), join(folder, libraries)];
    await run('cp', ['--archive', '--link', from, to]).catch(async () => {
      await rm(to, { recursive: true, force: true });
      await run('cp', ['--archive', from, to]);
    });
  }
  await rm(join(folder, 'node_modules', '.package-lock.json'));
}
