/** `npm run places < log`: prints the log with the places in it that are in bundles as places in the sources. */
import { text } from 'node:stream/consumers';
import { DIRECTORY, ROOT } from './entries.js';
import { withSourcePlaces } from './source-places.js';

process.stdout.write(withSourcePlaces(await text(process.stdin), DIRECTORY, ROOT));
