/** Writes the environment table into README.md; run by `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { environmentTable, withEnvironmentTable } from './environment.js';

const readme = new URL('../../../README.md', import.meta.url);
await writeFile(readme, withEnvironmentTable(await readFile(readme, 'utf8'), await environmentTable()));
