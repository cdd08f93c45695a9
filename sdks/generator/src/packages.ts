import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@platform/kit/config';
import { run } from '@platform/kit/provisioning';

const PACKAGE = fileURLToPath(new URL('../../typescript/', import.meta.url));
const PACK_MS_MAX = 60_000;

/** Packs the TypeScript SDK, as `npm run build` has compiled it, into a folder; returns the path of the tarball. */
export async function packTypescript(to: string, environment: Environment): Promise<string> {
  await mkdir(to, { recursive: true });
  const { PATH, HOME } = environment;
  const lines: string[] = [];
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', to];
  const onLine = (line: string) => void lines.push(line);
  await run('npm', args, { cwd: PACKAGE, env: { PATH, HOME }, timeoutMs: PACK_MS_MAX, onLine });
  return join(to, lines.at(-1) ?? '');
}
