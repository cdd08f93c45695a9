import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { provisionInspector } from '../clients/tools.js';

/** The time-out of one call. */
export const ASKED_MS_MAX = 60_000;
const LAUNCHER = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/** The output of the Inspector, and its exit code: 0, or 5 for a tool that answers with an error. */
export interface Inspected {
  readonly code: number | undefined;
  /** Its answer, as one object of JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  readonly answer: any;
  /** The problems that it reported. */
  readonly problems: string;
}

/** Calls a tool by the MCP Inspector's command line, the published package unchanged; it keeps its files in `home`. */
export type Inspect = (address: string, ...options: readonly string[]) => Promise<Inspected>;

/** Installs the Inspector into the cache on first use. */
export async function openInspector(home: string): Promise<Inspect> {
  const launcher = join(await provisionInspector(), LAUNCHER);
  return (address, ...options) =>
    new Promise((resolve, reject) => {
      const always = ['--format', 'json', '--stored-auth-only', '--connect-timeout', String(ASKED_MS_MAX)];
      const args = [launcher, '--cli', address, ...always, ...options];
      const env = { PATH: process.env['PATH'], HOME: home };
      const inspector = execFile(process.execPath, args, { env, timeout: ASKED_MS_MAX }, (error, stdout, stderr) => {
        if (error?.killed === true) return reject(error);
        const answer = stdout === '' ? undefined : JSON.parse(stdout);
        return resolve({ code: inspector.exitCode ?? undefined, answer, problems: stderr });
      });
    });
}
