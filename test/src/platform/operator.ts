import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Platform } from './platform.js';

const ROOT = new URL('../../../', import.meta.url);
const TIMEOUT_MS = 120_000;

/** A line that says how far a command is. */
const PROGRESS = /^… .*\n/gm;

/** The output of a command without what says how far it is, and its exit code. */
interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs `npm run ops -- …` on a running platform. */
export function operate(platform: Platform, ...args: string[]): Promise<Ended> {
  return runCommand('supervisor/dist/ops/main.js', args, { DATA_DIR: platform.dataDirectory });
}

/** Runs a built command of the repository. */
export function runCommand(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const command = [fileURLToPath(new URL(path, ROOT)), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr.replace(PROGRESS, '') });
    });
  });
}
