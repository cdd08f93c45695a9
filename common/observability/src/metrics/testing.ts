import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns the bytes of this process's heap that are still in use, after a garbage collection: without one, the number depends on how busy
 * the machine is.
 */
export function liveHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
