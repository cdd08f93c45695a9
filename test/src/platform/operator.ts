import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Platform } from './platform.js';

const COMMAND = fileURLToPath(new URL('../../../supervisor/dist/ops/main.js', import.meta.url));
const TIMEOUT_MS = 120_000;

/** Runs `npm run ops -- …` on a running platform; gives what it printed and its exit code. */
export function operate(platform: Platform, ...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: platform.dataDirectory };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
}
