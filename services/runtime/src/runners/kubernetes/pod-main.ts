import { readFile } from 'node:fs/promises';
import type { LinkPlace } from './links.js';

/**
 * Runs what holds something in a pod, by the arguments that its container has: the address and the port of its links, the name and the file of
 * their key, the folder of what is kept, and the program that is held. Ends the process once it has settled, which it is told to by a signal.
 */
export async function runInPod(
  hold: (
    where: LinkPlace,
    kept: { readonly folder: string; readonly program: string },
    told: AbortSignal,
  ) => Promise<void>,
): Promise<never> {
  const [host, port, identity, keyFile, folder, program] = process.argv.slice(2);
  if (!(host && identity && keyFile && folder && program))
    throw new Error('the address, the port, the name, the file of the key, the folder or the program is missing');
  const key = Buffer.from((await readFile(keyFile, 'utf8')).trim(), 'hex');
  const told = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => told.abort());
  await hold({ host, port: Number(port), identity, key }, { folder, program }, told.signal);
  process.exit();
}
