import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { readEnvironment } from '../config/index.js';

const { KILL_POINT_FILE: file } = readEnvironment({ KILL_POINT_FILE: z.string().optional() });

/**
 * Marks a place where a crash of the process must leave everything recoverable, for example `killPoint('withdrawal.after_broadcast')`. When
 * a test has armed it, by writing the name into `KILL_POINT_FILE`, the process ends here at once, as in a power cut, and only once. Without
 * that variable it does nothing.
 */
export function killPoint(name: string): void {
  if (file === undefined || armedPoint(file) !== name) return;
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
}

function armedPoint(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
