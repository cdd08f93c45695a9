import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import {
  CommandFailed,
  defaultCacheDirectory,
  findProgram,
  provision,
  type Report,
  run,
} from '@platform/kit/provisioning';

/** A server that speaks S3 over a folder, from the registry of Go's modules. */
const MODULE = 'github.com/versity/versitygw';
export const VERSITYGW_VERSION = 'v1.8.0';
/** Of the module's files, as Go writes it into what it builds; with them its own dependencies are pinned. */
const SUM = 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=';
const NAME = 'versitygw';
const BUILD_MS_MAX = 15 * 60_000;
const LOOK_MS_MAX = 60_000;
/** Where Go's own instructions put it. */
const GO_FOLDER = '/usr/local/go/bin';

/** Returns the server's program, which is built once per machine; undefined, with the reason, where that can not be done. */
export async function provideVersitygw(report: Report): Promise<string | { readonly missing: string }> {
  const go = findProgram([process.env['PATH'] ?? '', GO_FOLDER].join(delimiter), ['go']);
  if (go === undefined) return { missing: 'there is no Go here (on Debian: the package golang, 1.25 or newer)' };
  try {
    const directory = await provision({
      cacheDir: defaultCacheDirectory(process.env),
      name: `test-${NAME}`,
      digest: createHash('sha256').update(`${MODULE}@${VERSITYGW_VERSION} ${SUM}`).digest('hex'),
      install: (folder) => build(go, folder, report),
      report,
    });
    return join(directory, NAME);
  } catch (error) {
    if (error instanceof CommandFailed) return { missing: error.message };
    throw error;
  }
}

async function build(go: string, folder: string, report: Report): Promise<void> {
  // What Go keeps of a build is fifteen times as large as the program, and of no use afterwards.
  const cache = join(folder, 'build-cache');
  const env = { ...process.env, GOBIN: folder, GOCACHE: cache, CGO_ENABLED: '0', GOFLAGS: '-trimpath' };
  report(`building ${MODULE}@${VERSITYGW_VERSION}`);
  const source = `${MODULE}/cmd/${NAME}@${VERSITYGW_VERSION}`;
  await run(go, ['install', source], { env, timeoutMs: BUILD_MS_MAX, onLine: (line) => report(line.trim()) });
  await rm(cache, { recursive: true, force: true });
  const lines: string[] = [];
  const look = { env, timeoutMs: LOOK_MS_MAX, onLine: (line: string) => lines.push(line.trim()) };
  await run(go, ['version', '-m', join(folder, NAME)], look);
  if (!lines.includes(['mod', MODULE, VERSITYGW_VERSION, SUM].join('\t')))
    throw new Error(`${source} is not what it was when it was chosen: it is not used`);
}
