/** The repository for the structure tests: its files and its packages. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Absolute path of the repository's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const NOT_SOURCES = /(^|\/)(node_modules|dist|generated|__pycache__|\.[^/]+)(\/|$)/;
const TEST_CODE = /(^test\/|\.(test|fixture)\.ts$|\/testing(\/|\.ts$)|\/tests?\/)/;

/** A file that people write. */
export interface SourceFile {
  /** From the root, for example `services/wallet/src/main.ts`. */
  readonly path: string;
  readonly text: string;
  /** Whether only tests run it. */
  readonly test: boolean;
}

/** Returns the files with some endings that people write, without generated ones. */
export function sourceFiles(...endings: readonly string[]): SourceFile[] {
  return globSync(`**/*.{${endings.join(',')},}`, { cwd: root, exclude: (path) => NOT_SOURCES.test(path) })
    .filter((path) => endings.some((ending) => path.endsWith(`.${ending}`)) && !NOT_SOURCES.test(path))
    .sort()
    .map((path) => ({ path, text: readText(path), test: TEST_CODE.test(path) }));
}

/** Returns the text of a file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const manifestSchema = z.object({
  name: z.string(),
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** An npm workspace. */
export interface Package {
  readonly name: string;
  /** From the root, for example `common/kit`. */
  readonly folder: string;
  /** Packages of this repository that it names. */
  readonly dependencies: readonly string[];
}

/** Every npm workspace of the root's package.json. */
export function packages(): Package[] {
  const { workspaces } = readManifest('package.json');
  return workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .sort()
    .map((path) => {
      const { name, dependencies, devDependencies } = readManifest(path);
      const named = Object.keys({ ...dependencies, ...devDependencies });
      return { name, folder: dirname(path), dependencies: named.filter((other) => other.startsWith('@platform/')) };
    });
}

function readManifest(path: string) {
  return manifestSchema.parse(JSON.parse(readText(path)));
}
