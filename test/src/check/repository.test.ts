import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { changedFiles, commitHash } from './repository.js';

let root: string;

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

function commit(file: string): void {
  writeFileSync(join(root, file), file);
  git('add', file);
  git('commit', '-m', file);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'repository-'));
  git('init', '-b', 'main');
  commit('first');
  commit('second');
});

afterEach(() => rmSync(root, { recursive: true }));

test('on main what changed is the last commit, and what is not committed', async () => {
  writeFileSync(join(root, 'new'), '');
  expect(await changedFiles(root)).toEqual(['second', 'new']);
});

test('on a branch what changed is everything since it left main', async () => {
  git('checkout', '-b', 'branch');
  commit('third');
  commit('fourth');
  expect(await changedFiles(root)).toEqual(['fourth', 'third']);
});

test('the hash is of the commit that is checked out, and a fixed word where there is no repository', async () => {
  expect(await commitHash(root)).toBe(git('rev-parse', 'HEAD').trim());
  rmSync(join(root, '.git'), { recursive: true });
  expect(await commitHash(root)).toBe('no-repository');
});
