/** Generates src/generated from the .proto files: message and service types, and one barrel of types per package. `npm run build` runs it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const root = new URL('./', import.meta.url);
const generated = new URL('src/generated/', root);
const packages = readdirSync(new URL('trading/', root)).sort();

rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
execFileSync(
  process.execPath,
  [
    new URL('../node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js', root).pathname,
    ...['--longs=Number', '--enums=String', '--defaults', '--includeComments', '--grpcLib=@grpc/grpc-js'],
    ...['--inputTemplate=%s__Input', '--outputTemplate=%s', '--importFileExtension=.js'],
    ...['--includeDirs=.', '--outDir=src/generated'],
    ...packages.map((name) => `trading/${name}/v1/${name}.proto`),
  ],
  { cwd: root.pathname, stdio: 'ignore' },
);
for (const name of packages) {
  const messages = readdirSync(new URL(`trading/${name}/v1/`, generated)).sort();
  const lines = messages.map((file) => `export type * from './trading/${name}/v1/${file.replace('.ts', '.js')}';`);
  writeFileSync(new URL(`${name}.ts`, generated), `${lines.join('\n')}\n`);
}
