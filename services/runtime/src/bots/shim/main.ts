/**
 * Holds the bots of one process, from its start to its end: their limits, their questions, their logs and what they say of themselves. It is
 * detached from the runtime service, which may end and come back meanwhile and speaks to it over a socket in its folder.
 */
import { readFile } from 'node:fs/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { tryLock } from '@platform/kit/provisioning';
import { shownLine } from '../../frameworks/python/worker/shown.js';
import { ProcessRunner } from '../../runners/process.js';
import { workloadFolder } from '../folders.js';
import { type BotState, observationSchema } from '../observation.js';
import { type Placement, placementSchema } from '../placement.js';
import { serveControl } from './control.js';
import { HeldBots } from './held-bots.js';
import { HostProcess } from './host-process.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder is missing');
await hold(folder);
process.exit();

async function hold(path: string): Promise<void> {
  const paths = workloadFolder(path);
  const lock = await tryLock(paths.lock);
  // Another one holds it already, and is found in its place.
  if (!lock.held) return;
  const placement = placementSchema.parse(JSON.parse(await readFile(paths.placement, 'utf8')));
  let saving = Promise.resolve();
  const save = () => {
    const { bots: states } = bots.observation;
    const processes = states.flatMap(({ deploymentId, processId }) =>
      processId === null ? [] : [[deploymentId, processId] as const],
    );
    saving = saving
      .then(() => writeWhole(paths.processes, JSON.stringify(Object.fromEntries(processes)), 0o600))
      .then(() => writeWhole(paths.end, JSON.stringify(bots.observation), 0o600))
      .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  };
  const bots = new HeldBots({
    placement,
    paths,
    host: start(placement, paths.state),
    clock: systemClock,
    show: shownLine(placement.program.readOnlyPaths),
    earlier: await endedBefore(paths.end),
    onChange: save,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => bots.stopAll());
  const control = await serveControl(paths.socket, bots);
  await bots.over();
  control.close();
  save();
  await saving;
  await lock.release();
}

function start(placement: Placement, stateFolder: string): HostProcess {
  const { isolation, program, limits } = placement;
  const [file, ...args] = program.command;
  if (file === undefined) throw new Error('the program is missing');
  const runner = new ProcessRunner({ ...isolation, random: systemRandom });
  const started = runner.start({ ...program, command: [file, ...args], stateFolder }, limits);
  return new HostProcess(started, runner.isolates && process.getuid?.() === 0);
}

/** What was said of the bots of an earlier process: of those that ran no more. */
async function endedBefore(file: string): Promise<readonly BotState[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  return observationSchema.parse(JSON.parse(text)).bots.filter(({ ended }) => ended !== null);
}
