import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BASE = 'main';

/** Returns the hash of the checked-out commit; a fixed word where there is no repository, as in an archive of the sources. */
export async function commitHash(root: string): Promise<string> {
  return git(root, 'rev-parse', 'HEAD').then(
    (output) => output.trim(),
    () => 'no-repository',
  );
}

/** Returns the files that differ from where this branch left `main`, or on `main` itself from its last commit; removed ones left out. */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const [head, base] = await Promise.all([git(root, 'rev-parse', 'HEAD'), git(root, 'merge-base', BASE, 'HEAD')]);
  const since = head === base ? 'HEAD~1' : base.trim();
  const lists = await Promise.all([
    git(root, 'diff', '--name-only', '--diff-filter=d', since),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ]);
  return lists.flatMap((list) => list.split('\n')).filter((file) => file !== '');
}

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root });
  return stdout;
}
