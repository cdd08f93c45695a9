/**
 * Holds one process of bots, from its start to its end: its limits, its questions, its log and what it says of itself. It is detached from
 * the runtime service, which may end and come back meanwhile and speaks to it over a socket in its folder.
 */
import { readFile } from 'node:fs/promises';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { tryLock } from '@platform/kit/provisioning';
import { hideServerPaths } from '../../frameworks/python/worker/server-paths.js';
import { visible } from '../../frameworks/python/worker/visible.js';
import { ProcessRunner } from '../../runners/process.js';
import { botFolder } from '../folders.js';
import { type Placement, placementSchema } from '../placement.js';
import { BotProcess } from './bot-process.js';
import { serveControl } from './control.js';
import { FeedClient } from './feed-client.js';
import { LogKeeper } from './log-keeper.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder is missing');
await hold(folder);
process.exit();

async function hold(path: string): Promise<void> {
  const paths = botFolder(path);
  const lock = await tryLock(paths.lock);
  // Another one holds it already, and is found in its place.
  if (!lock.held) return;
  const placement = placementSchema.parse(JSON.parse(await readFile(paths.placement, 'utf8')));
  const feed = new FeedClient(placement.feedSocket, placement.markets, () => systemClock.nowMs());
  const hide = hideServerPaths(placement.program.readOnlyPaths);
  const logs = placement.bots.map(
    ({ deploymentId }) => new LogKeeper(paths.log(deploymentId), systemClock, (line) => visible(hide(line))),
  );
  const started = start(placement, paths.state);
  const save = () => writeWhole(paths.end, JSON.stringify(bots.observation), 0o600);
  const bots = new BotProcess({
    placement,
    process: started,
    feed,
    clock: systemClock,
    onChange: () => void save(),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => bots.stop());
  const control = await serveControl(paths.socket, bots);
  const kept = Promise.all(logs.map((log) => log.keep(started.log)));
  await bots.ended();
  await kept;
  await Promise.all(logs.map((log) => log.close()));
  await save();
  control.close();
  feed.close();
  await lock.release();
}

function start(placement: Placement, stateFolder: string) {
  const { isolation, program, limits, userId } = placement;
  const [file, ...args] = program.command;
  if (file === undefined) throw new Error('the program is missing');
  const runner = new ProcessRunner({ ...isolation, random: systemRandom });
  return runner.start({ ...program, command: [file, ...args], state: { folder: stateFolder, userId } }, limits);
}
