import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ObjectStore, openObjectStore } from './index.js';

/** Returns an empty object store in a folder that goes with the process. */
export function testObjects(): ObjectStore {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return openObjectStore(pathToFileURL(folder).href);
}
