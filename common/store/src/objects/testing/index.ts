import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileObjectStore } from '../file-store.js';
import type { ObjectStore } from '../store.js';

export { CutLink } from './cut-link.js';
export { ObjectServer } from './object-server.js';
export { provideVersitygw, VERSITYGW_VERSION } from './versitygw.js';

/** Returns an empty object store in a folder that goes with the process. */
export function testObjects(): ObjectStore {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return new FileObjectStore(folder);
}
