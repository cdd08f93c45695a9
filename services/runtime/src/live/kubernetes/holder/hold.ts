import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { FairQueue } from '@platform/edge/fair-queue';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { type Done, serveCommands } from '../../../runners/kubernetes/commands.js';
import { type LinkPlace, serveLinks } from '../../../runners/kubernetes/links.js';
import { type ProxiedPlace, VenueProxies } from '../../venue-proxies.js';
import { commands, GRANT_USED, links } from '../control.js';

const CONNECTIONS_MAX = 256;
const LOCK = 'lock';
/** Of all that a pod is told: one after the other. */
const ONE_AT_A_TIME = { atOnce: 1, pieces: 1_000, waitMs: 120_000 };

/** Where a pod keeps what its proxy does, and by which program it runs it. */
interface Kept {
  readonly folder: string;
  readonly program: string;
}

/** What a command has that changes something. */
interface Given {
  readonly term: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly proxies: number;
  readonly grant?: string;
}

const NOTHING_GIVEN: Given = { term: 1, environment: {}, proxies: 1 };

/**
 * Runs the proxy of an account's live bots as a machine runs its own, for the services that open its links, until it is told to go; settles once
 * the proxy has ended.
 */
export async function holdProxy(where: LinkPlace, kept: Kept, told: AbortSignal): Promise<void> {
  const folder = join(kept.folder, 'proxies');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // What held them ended with the container before this one, which may have been another machine's.
  for (const name of await readdir(folder)) await rm(join(folder, name, LOCK), { force: true });
  const proxiesFor = (given: Given) => proxiesOf({ ...kept, folder }, given);
  const control = serveCommands(commands, doneBy(proxiesFor, join(kept.folder, 'term')));
  const server = await serveLinks(where, {
    ...{ names: Object.values(links), connectionsMax: CONNECTIONS_MAX },
    onLink: (name, link) => {
      if (name === links.control) control.emit('connection', link);
      else void passToProxy(link, proxiesFor(NOTHING_GIVEN));
    },
  });
  if (!told.aborted) await once(told, 'abort');
  server.close();
  const proxies = proxiesFor(NOTHING_GIVEN);
  for (const place of await proxies.serving()) await proxies.stop(place);
}

/** The proxies of this pod, of which there is one, by what a command gives. */
function proxiesOf({ folder, program }: Kept, { environment, proxies, grant }: Given): VenueProxies {
  let isUsed = false;
  const granted = async () => {
    if (grant === undefined) throw new Error('this command grants no agent');
    if (isUsed) throw new Error(GRANT_USED);
    isUsed = true;
    return grant;
  };
  return new VenueProxies({
    ...{ folder, program, environment, grants: { issue: granted, end: granted } },
    countProxies: async () => proxies,
    ...{ clock: systemClock, random: systemRandom },
  });
}

/** Commands that change something are followed one after the other, and only those of the newest keeper. */
function doneBy(proxiesFor: (given: Given) => VenueProxies, termFile: string): Done<typeof commands> {
  const turns = new FairQueue(ONE_AT_A_TIME);
  const inTurn = (given: Given, act: (proxies: VenueProxies) => Promise<void>) =>
    turns.take('', async () => {
      await requireTerm(termFile, given.term);
      await act(proxiesFor(given));
    });
  const reading = proxiesFor(NOTHING_GIVEN);
  return {
    serve: (said) => inTurn(said, (proxies) => proxies.serve(said.place, said.bots)),
    share: (said) => inTurn(said, (proxies) => proxies.share()),
    stop: (said) => inTurn(said, (proxies) => proxies.stop(said.place)),
    renewAgent: (said) => inTurn(said, (proxies) => proxies.renewAgent(said.deployment)),
    endAgent: (said) => inTurn(said, (proxies) => proxies.endAgent(said.deployment)),
    keyOf: ({ place, deploymentId, generation }) => reading.keyOf(place, deploymentId, generation),
    serving: () => reading.serving(),
    standing: async ({ place }) => (await reading.standing(place)) ?? null,
  };
}

/** Keeps the highest term that was told of, and throws for a lower one: what its keeper knew is not so any more. */
async function requireTerm(file: string, term: number): Promise<void> {
  const known = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (term < known) throw new Error(`term ${term} has ended: the keeper is one of term ${known}`);
  if (term > known) await writeWhole(file, String(term), 0o600);
}

/** Hands a link to the proxy, as a connection to its socket; where none runs, the link ends. */
async function passToProxy(link: TLSSocket, proxies: VenueProxies): Promise<void> {
  const [place]: readonly (ProxiedPlace | undefined)[] = await proxies.serving().catch(() => []);
  if (place === undefined) {
    link.destroy();
    return;
  }
  const proxy = connect(proxies.socketOf(place));
  // Both ends know by the close what the other has met.
  const over = () => {};
  pipeline(link, proxy, over);
  pipeline(proxy, link, over);
}
