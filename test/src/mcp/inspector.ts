import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { provisionInspector } from '../clients/tools.js';

/** How long one question may take. */
export const ASKED_MS_MAX = 60_000;
const LAUNCHER = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/** What the Inspector printed, and the code that it ended with: 0, or 5 for a tool that answers with an error. */
export interface Inspected {
  readonly code: number | undefined;
  /** Its answer, as one object of JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  readonly answer: any;
  /** What it found fault with. */
  readonly problems: string;
}

/** Asks by the MCP Inspector's command line, the published package as it is; it keeps what it notes in `home`. */
export type Inspect = (address: string, ...options: readonly string[]) => Promise<Inspected>;

/** Installs the Inspector into the cache the first time. */
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
