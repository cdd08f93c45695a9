import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from './repository.js';

/** One generator: what it reads, how it is run, and what it writes; all from the root. */
const generators = [
  {
    what: 'the supergraph, the schema that callers see, and that of the streams',
    reads: [
      'gateway/compose.ts',
      'gateway/package.json',
      'gateway/src/streams/stream-types.ts',
      'subgraphs/*/schema.graphql',
    ],
    runs: 'gateway/compose.ts',
    writes: 'gateway/*.graphql',
  },
  {
    what: "the facade's operations",
    reads: [
      'rest-facade/generate.ts',
      'rest-facade/package.json',
      'rest-facade/src/**/*.graphql',
      'gateway/schema.graphql',
    ],
    runs: 'rest-facade/generate.ts',
    writes: 'rest-facade/src/generated/*',
  },
  {
    what: "the console's documents",
    reads: ['console/generate.ts', 'console/package.json', 'console/src/**/*.graphql', 'gateway/schema.graphql'],
    runs: 'console/generate.ts',
    writes: 'console/src/**/generated/*',
  },
];

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'generated-'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true }));

function contents(folder: string, pattern: string): Record<string, string> {
  const paths = globSync(pattern, { cwd: folder }).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function node(...args: string[]): void {
  const { NODE_OPTIONS: _jestOnly, ...environment } = process.env;
  execFileSync(process.execPath, args, { stdio: 'pipe', env: environment });
}

test.each(generators)('$what are as the generator writes them', ({ reads, runs, writes }) => {
  for (const path of reads.flatMap((pattern) => globSync(pattern, { cwd: root }))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  node(join(copy, runs));
  const written = contents(copy, writes);
  expect(Object.keys(written)).not.toEqual([]);
  expect(contents(root, writes)).toEqual(written);
});

describe('the schema of a subgraph is as its classes say', () => {
  test.each(
    globSync('subgraphs/*/src/subgraph.ts', { cwd: root }).map((path) => path.split('/').slice(0, 2).join('/')),
  )('%s', (folder) => {
    const file = join(copy, 'subgraph.graphql');
    node(join(root, 'common/rpc/dist/subgraph/write-schema.js'), join(root, folder, 'dist/subgraph.js'), file);
    expect(contents(root, `${folder}/schema.graphql`)).toEqual({
      [`${folder}/schema.graphql`]: readFileSync(file, 'utf8'),
    });
  });
});
