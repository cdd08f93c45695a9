import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { ownerOfLock } from '@platform/kit/provisioning';
import { type Done, serveCommands } from '../../../runners/kubernetes/commands.js';
import { type LinkPlace, serveLinks } from '../../../runners/kubernetes/links.js';
import type { BotRunner } from '../../bot-runner.js';
import { workloadFolder } from '../../folders.js';
import { LocalBotRunner } from '../../local-bot-runner.js';
import { commands, links } from '../control.js';
import { proxySocketOf, Questions, questionSocketOf } from './questions.js';

const CONNECTIONS_MAX = 64;
const LOOK_MS = 100;

/** Where a pod keeps what its bots do, and by which program it runs them. */
interface Kept {
  readonly folder: string;
  readonly program: string;
}

/**
 * Runs the bots of a pod as a machine runs its own, for the services that open its links, until it is told to go: then its bots are asked to stop,
 * and it settles once they have.
 */
export async function holdBots(where: LinkPlace, { folder, program }: Kept, told: AbortSignal): Promise<void> {
  const [processes, sockets] = [join(folder, 'processes'), join(folder, 'feeds')];
  await mkdir(processes, { recursive: true, mode: 0o700 });
  // What held them ended with the container before this one, which may have been another machine's.
  for (const name of await readdir(processes)) await rm(lockOf(processes, name), { force: true });
  const questions = new Questions();
  await questions.serve(sockets);
  const runner = new LocalBotRunner({
    ...{ folder: processes, shim: program, feedSocket: (venue) => questionSocketOf(sockets, venue) },
    ...{ clock: systemClock, random: systemRandom },
  });
  const control = serveCommands(commands, doneBy(runner, processes, proxySocketOf(sockets)));
  const server = await serveLinks(where, {
    ...{ names: Object.values(links), connectionsMax: CONNECTIONS_MAX },
    onLink: (name, link) => {
      if (name === links.questions) questions.take(link);
      else control.emit('connection', link);
    },
  });
  if (!told.aborted) await once(told, 'abort');
  await stopAll(processes);
  server.close();
  questions.close();
}

function doneBy(runner: BotRunner, folder: string, proxySocket: string): Done<typeof commands> {
  return {
    place: ({ workload, bot }) =>
      runner.place(workload, bot.live === undefined ? bot : { ...bot, live: { ...bot.live, proxySocket } }),
    observe: () => runner.observe(),
    stop: (place) => runner.stop(place),
    remove: async (place) => {
      await runner.remove(place);
      const { state } = workloadFolder(join(folder, place.workloadId));
      return { kept: (await readdir(state).catch(() => [])).length };
    },
    logs: async ({ place, sinceNs, limit }) => {
      const lines = await runner.logs(place, { sinceNs: BigInt(sinceNs), limit });
      return lines.map(({ stampNs, message }) => [String(stampNs), message]);
    },
    closedTrades: ({ place, from }) => runner.closedTrades(place, from),
  };
}

function lockOf(folder: string, name: string): string {
  return workloadFolder(join(folder, name)).lock;
}

/** Asks all that runs to stop its bots, and settles once it has ended: the cluster ends what takes longer than it allows. */
async function stopAll(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const owners = await Promise.all(names.map((name) => ownerOfLock(lockOf(folder, name))));
  for (const owner of owners) if (owner !== undefined) process.kill(owner.pid, 'SIGTERM');
  for (const name of names) while ((await ownerOfLock(lockOf(folder, name))) !== undefined) await sleep(LOOK_MS);
}
