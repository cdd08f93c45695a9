import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { ownerOfLock } from '@platform/kit/provisioning';
import { boundedText } from '../../../feed/bounded-text.js';
import { type LinkPlace, serveLinks } from '../../../runners/kubernetes/links.js';
import type { BotRunner } from '../../bot-runner.js';
import { workloadFolder } from '../../folders.js';
import { LocalBotRunner } from '../../local-bot-runner.js';
import { links, type OrderName, orders } from '../control.js';
import { Questions, questionSocketOf } from './questions.js';

const CONNECTIONS_MAX = 64;
/** The code and the config of a strategy, which are bounded where a deployment is created. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const LOOK_MS = 100;

/** Where a pod keeps what its bots do, and by which program it runs them. */
interface Kept {
  readonly folder: string;
  readonly shim: string;
}

/**
 * Runs the bots of a pod as a machine runs its own, for the services that open its links, until it is told to go: then its bots are asked to stop,
 * and it settles once they have.
 */
export async function holdBots(where: LinkPlace, { folder, shim }: Kept, told: AbortSignal): Promise<void> {
  const [processes, sockets] = [join(folder, 'processes'), join(folder, 'feeds')];
  await mkdir(processes, { recursive: true, mode: 0o700 });
  // What held them ended with the container before this one, which may have been another machine's.
  for (const name of await readdir(processes)) await rm(lockOf(processes, name), { force: true });
  const questions = new Questions();
  await questions.serve(sockets);
  const runner = new LocalBotRunner({
    ...{ folder: processes, shim, feedSocket: (venue) => questionSocketOf(sockets, venue) },
    ...{ clock: systemClock, random: systemRandom },
  });
  const control = createServer((request, response) => void answer(request, response, doneBy(runner, processes)));
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

/** What is done for each order, with what is answered. */
type Done = { readonly [Name in OrderName]: (said: unknown) => Promise<unknown> };

function doneBy(runner: BotRunner, folder: string): Done {
  return {
    place: async (said) => {
      const { workload, bot } = orders.place.parse(said);
      await runner.place(workload, bot);
      return null;
    },
    observe: () => runner.observe(),
    stop: async (said) => {
      await runner.stop(orders.stop.parse(said));
      return null;
    },
    remove: async (said) => {
      const place = orders.remove.parse(said);
      await runner.remove(place);
      const { state } = workloadFolder(join(folder, place.workloadId));
      return { kept: (await readdir(state).catch(() => [])).length };
    },
    logs: async (said) => {
      const { place, sinceNs, limit } = orders.logs.parse(said);
      const lines = await runner.logs(place, { sinceNs: BigInt(sinceNs), limit });
      return lines.map(({ stampNs, message }) => [String(stampNs), message]);
    },
    closedTrades: (said) => {
      const { place, from } = orders.closedTrades.parse(said);
      return runner.closedTrades(place, from);
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, done: Done): Promise<void> {
  try {
    const name = request.url?.slice(1) ?? '';
    if (!isOrder(name)) {
      response.writeHead(404).end();
      return;
    }
    const told = await done[name](JSON.parse(await bodyOf(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  } catch (error) {
    response.writeHead(409).end(error instanceof Error ? error.message : '');
  }
}

function isOrder(name: string): name is OrderName {
  return Object.hasOwn(orders, name);
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return boundedText(request, BODY_BYTES_MAX, () => new Error('the body is too long'));
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
