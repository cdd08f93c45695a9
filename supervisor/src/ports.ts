import { ConfigurationError } from '@platform/kit/config';
import { type Network, networkNames } from '@platform/kit/networks';
import { freePort, isFree, keptPort } from '@platform/kit/ports';
import { SANDBOX_VENUES, type SandboxVenue } from '@platform/sandbox/parts';
import { venuesOffering } from '@platform/venues/registry';
import type { SupervisorSettings } from './settings.js';

export const SERVICES = ['identity', 'wallet', 'context', 'runtime', 'execution'] as const;
export type Service = (typeof SERVICES)[number];

/** The venues whose markets deployments follow, and the process of each that does so for all of them. */
export const FEEDS = venuesOffering('paper').map((venue) => ({ venue, name: `feed:${venue}` as const }));
type Feed = (typeof FEEDS)[number]['name'];

/** The processes that are Node's, each of which serves metrics. */
const NODE_PROCESSES = ['sandbox', ...SERVICES, ...FEEDS.map(({ name }) => name), 'edge'] as const;
export type NodeProcess = 'sandbox' | Service | Feed | 'edge';

/** Returns the program that a process runs. */
export function programOf(name: NodeProcess): Exclude<NodeProcess, Feed> | 'feed' {
  return isFeed(name) ? 'feed' : name;
}

function isFeed(name: NodeProcess): name is Feed {
  return FEEDS.some((feed) => feed.name === name);
}

/** Where everything listens: on this machine alone, but for the two ports of the edge. */
export interface Ports {
  facade: number;
  gateway: number;
  services: Record<Service, number>;
  subgraphs: Record<Service, number>;
  mongod: number;
  /** The embedded chains. */
  chains: Record<Network, number>;
  /** Where the sandbox serves the embedded chains as hosted nodes would. */
  nodes: Record<Network, number>;
  sandbox: number;
  mailbox: number;
  /** The sandbox's venues. */
  venues: Record<SandboxVenue, number>;
  metrics: Readonly<Record<NodeProcess, number>>;
}

/** Chooses the ports of one start: those inside are kept by the data directory from start to start while they are free. */
export async function allocatePorts(settings: SupervisorSettings): Promise<Ports> {
  const { DATA_DIR, METRICS_PORT } = settings;
  const metrics = METRICS_PORT === 0 ? undefined : consecutivePorts(METRICS_PORT);
  // Nothing listens yet: a port that is free may have been given to another part of this start.
  const taken = new Set([settings.PORT, settings.GATEWAY_PORT, ...Object.values(metrics ?? {})]);
  const take = async (choice: Promise<number>) => {
    const port = await choice;
    taken.add(port);
    return port;
  };
  const kept = (name: string) => take(keptPort(DATA_DIR, name, taken));
  const keptForEach = async <Name extends string>(names: readonly Name[], suffix: string, prefix = '') => {
    const ports: [Name, number][] = [];
    // One after the other: each must see which ports the ones before it took.
    for (const name of names) ports.push([name, await kept(`${prefix}${name}${suffix}`)]);
    // One entry per name of the list.
    return Object.fromEntries(ports) as Record<Name, number>;
  };
  if (metrics !== undefined) await assertFree('METRICS_PORT', Object.values(metrics), settings.METRICS_HOST);
  const inside = {
    services: await keptForEach(SERVICES, ''),
    subgraphs: await keptForEach(SERVICES, '-subgraph'),
    mongod: await kept('mongod'),
    chains: await keptForEach(networkNames, '', 'anvil-'),
    nodes: await keptForEach(networkNames, '', 'node-'),
    sandbox: await kept('sandbox'),
    mailbox: await kept('mailbox'),
    venues: await keptForEach(SANDBOX_VENUES, ''),
    metrics: metrics ?? (await keptForEach(NODE_PROCESSES, '-metrics')),
  };
  // Last, since what the data directory keeps goes before what is free.
  const facade = await take(publicPort('PORT', settings, taken));
  return { ...inside, facade, gateway: await publicPort('GATEWAY_PORT', settings, taken) };
}

/** One port after the other from the configured first one. */
function consecutivePorts(first: number): Ports['metrics'] {
  // One entry per name of the list.
  return Object.fromEntries(NODE_PROCESSES.map((name, index) => [name, first + index])) as Ports['metrics'];
}

async function publicPort(
  name: 'PORT' | 'GATEWAY_PORT',
  settings: SupervisorSettings,
  taken: ReadonlySet<number>,
): Promise<number> {
  const port = settings[name];
  if (port === 0) return freePort(taken, settings.DATA_DIR);
  await assertFree(name, [port], settings.LISTEN_HOST);
  return port;
}

async function assertFree(setting: string, ports: readonly number[], host: string): Promise<void> {
  for (const port of ports)
    if (!(await isFree(port, host)))
      throw new ConfigurationError(`${setting}: ${port} is taken on ${host} (0 picks free ports)`);
}
