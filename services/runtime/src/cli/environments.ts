/** `npm run ops -- environments`: what the frameworks' environments take on this machine's disk. */
import { inheritedEnvironment } from '@platform/kit/config';
import { say } from '@platform/kit/operator';
import {
  defaultCacheDirectory,
  installerVariables,
  listInstalled,
  removeUnused,
  withProgress,
} from '@platform/kit/provisioning';
import { environmentNames } from '../frameworks/python/environment.js';

const HELP = `Usage: npm run ops -- environments <verb>

  environments list                  lists the frameworks' environments on this machine, with what each takes on the disk
  environments remove-unused         removes those that no running platform uses, and what interrupted installations left;
                                     what is needed again is installed again. What another container of this machine uses
                                     stays, and what one used that was killed, until a minute after

They stand in PLATFORM_CACHE_DIR (default: trading-platform in $XDG_CACHE_HOME, else in $HOME/.cache).
`;

const MEBIBYTE = 1024 * 1024;

async function list(cacheDirectory: string): Promise<void> {
  const parts = await withProgress(process.stderr, 'measuring', () => listInstalled(cacheDirectory, environmentNames));
  for (const { name, bytes, sharedBytes, inUse } of parts) {
    const shared = sharedBytes === 0 ? '' : `, ${inMebibytes(sharedBytes)} of them shared with others`;
    say(`${name}  ${inUse ? 'in use' : 'unused'}  ${inMebibytes(bytes)}${shared}`);
  }
  say(`${parts.length} environments in ${cacheDirectory}`);
}

async function removeAll(cacheDirectory: string): Promise<void> {
  const removed = await withProgress(process.stderr, 'removing', () => removeUnused(cacheDirectory, environmentNames));
  for (const name of removed) say(`${name}  removed`);
  say(`${removed.length} environments removed from ${cacheDirectory}`);
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}

const verbs = new Map([
  ['list', list],
  ['remove-unused', removeAll],
]);
const [, verb = '--help', ...rest] = process.argv.slice(2);
const work = verbs.get(verb);
if (verb === '--help' || verb === '-h') process.stdout.write(HELP);
else if (work !== undefined && rest.length === 0)
  await work(defaultCacheDirectory(inheritedEnvironment(installerVariables)));
else {
  process.stderr.write(`there is no ${[verb, ...rest].join(' ')}\n${HELP}`);
  process.exitCode = 1;
}
