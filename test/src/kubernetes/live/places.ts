import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOfLock } from '@platform/kit/provisioning';
import type { Places } from '../../deployments/live/kills.js';
import type { Kubelet } from '../kubelet.js';

/** The bots and the proxies in the pods of a machine, by what its claims keep of them. */
export function placesInPods(kubelet: () => Kubelet): Places {
  const foldersOf = async (kind: 'processes' | 'proxies') => {
    const all = kubelet().claims.map(async (claim) => {
      const names = await readdir(join(claim, kind)).catch(() => []);
      return names.map((name) => join(claim, kind, name));
    });
    return (await Promise.all(all)).flat();
  };
  const textOf = (folder: string, file: string) => readFile(join(folder, file), 'utf8').catch(() => 'null');
  return {
    processOf: async (victim, accountId, id) => {
      const folders = await foldersOf(victim === 'bot' ? 'processes' : 'proxies');
      for (const folder of folders) {
        const owner = await ownerOfLock(join(folder, 'lock'));
        if (owner === undefined) continue;
        if (victim === 'bot') {
          const bots: Record<string, number> | null = JSON.parse(await textOf(folder, 'processes.json'));
          if (bots?.[id] !== undefined) return bots[id];
        } else if ((await textOf(folder, 'place.json')).includes(accountId)) return owner.pid;
      }
      return undefined;
    },
    proxyFolders: () => kubelet().claims.map((claim) => join(claim, 'proxies')),
  };
}
