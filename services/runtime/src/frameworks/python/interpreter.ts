import type { Environment } from '@platform/kit/config';
import { CommandFailed, run } from '@platform/kit/provisioning';
import { z } from 'zod';

/** A Python that can make virtual environments. */
export interface Interpreter {
  /** Its real path, behind links and version managers. */
  readonly executable: string;
  /** Where its standard library is installed. */
  readonly prefix: string;
  /** For example `3.11`. */
  readonly version: string;
}

/** The tested version first; then newer ones, for which every locked package has wheels too. */
const CANDIDATES = ['python3.11', 'python3.12', 'python3.13', 'python3'];
const VERSIONS = ['3.11', '3.12', '3.13'];
const PROBE_TIMEOUT_MS = 20_000;

const PROBE = `
import ensurepip, json, os, sys, venv
print(json.dumps({
    "executable": os.path.realpath(sys.executable),
    "prefix": sys.base_prefix,
    "version": "%d.%d" % sys.version_info[:2],
}))
`;

const answerSchema = z.object({ executable: z.string(), prefix: z.string(), version: z.string() });

/** Returns the first usable Python on the `PATH`; rejects with what is missing when there is none. */
export async function findInterpreter(environment: Environment): Promise<Interpreter> {
  for (const candidate of CANDIDATES) {
    const interpreter = await ask(candidate, environment);
    if (interpreter !== null && VERSIONS.includes(interpreter.version)) return interpreter;
  }
  throw new Error(`no Python ${VERSIONS.join(', ')} with the venv module on the PATH`);
}

async function ask(candidate: string, environment: Environment): Promise<Interpreter | null> {
  const lines: string[] = [];
  try {
    await run(candidate, ['-c', PROBE], {
      env: environment,
      timeoutMs: PROBE_TIMEOUT_MS,
      onLine: (line) => lines.push(line),
    });
  } catch (error) {
    if (error instanceof CommandFailed) return null;
    throw error;
  }
  return answerSchema.parse(JSON.parse(lines.at(-1) ?? ''));
}
