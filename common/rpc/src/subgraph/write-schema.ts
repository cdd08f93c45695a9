/** Writes a subgraph's SDL: `node write-schema.js <module that exports build()> <file>`; run by `npm run schema`. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Subgraph } from './schema.js';

const [modulePath = '', file = ''] = process.argv.slice(2);
const { build }: { build: () => Promise<Subgraph> } = await import(pathToFileURL(resolve(modulePath)).href);
const { sdl } = await build();
await writeFile(file, `${sdl.trimEnd()}\n`);
