/** `npm run symbolicate < log`: prints the log with the stack traces of bundles as stack traces of the sources. */
import { text } from 'node:stream/consumers';
import { DIRECTORY, ROOT } from './entries.js';
import { symbolicated } from './source-maps.js';

process.stdout.write(symbolicated(await text(process.stdin), DIRECTORY, ROOT));
