/**
 * Writes a harness, its package directories named as arguments, into one file on standard output: what an older version of
 * a framework runs with (docs/how-to/add-a-framework.md).
 */
import { readHarness } from './image.js';

process.stdout.write(`${JSON.stringify(readHarness(process.argv.slice(2)), undefined, 2)}\n`);
