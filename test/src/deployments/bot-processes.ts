/** The processes of bots, found on this machine beside what the platform says of them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const KIB = 1_024;

/** Processes by deployments, as their holder writes them down. */
const namesSchema = z.record(z.string(), z.int());

/** A process that runs a bot. */
export interface BotProcess {
  readonly pid: number;
  /** The deployment that its holder names; undefined: it names none. */
  readonly deploymentId: string | undefined;
  /** What it alone holds. */
  readonly privateBytes: number;
}

/** Returns the processes of bots of the platform with a data directory, whether the platform knows of them or not. */
export async function botProcesses(dataDirectory: string): Promise<readonly BotProcess[]> {
  const [names, holders] = await Promise.all([namesOf(dataDirectory), botHolders(dataDirectory)]);
  const hosts = (await Promise.all(holders.map(hostsBelow))).flat();
  const bots = (await Promise.all(hosts.map(childrenOf))).flat();
  return Promise.all(
    bots.map(async (pid) => ({
      pid,
      deploymentId: names.get(pid),
      privateBytes: (await memoryOf(pid)).privateBytes,
    })),
  );
}

/** Returns the processes of a platform that hold bots. */
export async function botHolders(dataDirectory: string): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const folder = join(dataDirectory, 'bots');
  const commands = await Promise.all(ids.map(commandOf));
  return ids.filter((_id, index) => commands[index]?.includes('bot-shim') && commands[index]?.includes(folder));
}

/** Returns a process and all below it. */
export async function processTree(processId: number): Promise<readonly number[]> {
  const below = await Promise.all((await childrenOf(processId)).map(processTree));
  return [processId, ...below.flat()];
}

/** Returns what a process alone holds (USS), and its share of all that it maps (PSS); nothing where it has ended. */
export async function memoryOf(processId: number): Promise<{ privateBytes: number; proportionalBytes: number }> {
  const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8').catch(() => '');
  const bytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * KIB;
  return { privateBytes: bytes('Private_Clean') + bytes('Private_Dirty'), proportionalBytes: bytes('Pss') };
}

/** Deployments by the processes that their holders name. */
async function namesOf(dataDirectory: string): Promise<ReadonlyMap<number, string>> {
  const root = join(dataDirectory, 'bots');
  const folders = await readdir(root).catch(() => []);
  const texts = await Promise.all(
    folders.map((folder) => readFile(join(root, folder, 'processes.json'), 'utf8').catch(() => '{}')),
  );
  const named = texts.flatMap((text) => Object.entries(namesSchema.parse(JSON.parse(text))));
  return new Map(named.map(([deploymentId, pid]) => [pid, deploymentId]));
}

/** The processes that import a framework and fork bots: the first below a holder whose program is a harness's. */
async function hostsBelow(processId: number): Promise<number[]> {
  const found = await Promise.all(
    (await childrenOf(processId)).map(async (child) => {
      const command = await commandOf(child);
      const isHost = /_harness\.paper\.worker/.test(command) && !/bwrap|launch/.test(command);
      return isHost ? [child] : hostsBelow(child);
    }),
  );
  return found.flat();
}

async function childrenOf(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function commandOf(processId: number): Promise<string> {
  return (await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
}
