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

/** The processes of each instance, all of which serve metrics. */
const INSTANCE_PROCESSES = [...SERVICES, ...FEEDS.map(({ name }) => name), 'edge'] as const;
export type InstanceProcess = Service | Feed | 'edge';

/** The programs that processes run. */
export type Program = 'sandbox' | Exclude<InstanceProcess, Feed> | 'feed';

/** Returns the program that a process runs. */
export function programOf(name: InstanceProcess): Program {
  return isFeed(name) ? 'feed' : name;
}

function isFeed(name: InstanceProcess): name is Feed {
  return FEEDS.some((feed) => feed.name === name);
}

/** Where the services and the edge are reached. */
interface Entrances {
  facade: number;
  gateway: number;
  services: Record<Service, number>;
  subgraphs: Record<Service, number>;
}

/** Where the processes of an instance listen. */
export interface InstancePorts extends Entrances {
  metrics: Readonly<Record<InstanceProcess, number>>;
}

/** Where everything is reached: on this machine alone, but for the two ports of the edge. */
export interface Ports extends Entrances {
  /** Where each instance listens: a single one where it is reached. */
  instances: readonly InstancePorts[];
  mongod: number;
  /** The embedded chains. */
  chains: Record<Network, number>;
  /** Where the sandbox serves the embedded chains as hosted nodes would. */
  nodes: Record<Network, number>;
  sandbox: number;
  mailbox: number;
  /** The sandbox's venues. */
  venues: Record<SandboxVenue, number>;
  /** Of the sandbox's metrics. */
  sandboxMetrics: number;
}

/** Chooses the ports of one start: those inside are kept by the data directory from start to start while they are free. */
export async function allocatePorts(settings: SupervisorSettings): Promise<Ports> {
  const choice = await PortChoice.begin(settings);
  const inside = {
    services: await choice.keptForEach(SERVICES, (name) => name),
    subgraphs: await choice.keptForEach(SERVICES, (name) => `${name}-subgraph`),
    mongod: await choice.kept('mongod'),
    chains: await choice.keptForEach(networkNames, (name) => `anvil-${name}`),
    nodes: await choice.keptForEach(networkNames, (name) => `node-${name}`),
    sandbox: await choice.kept('sandbox'),
    mailbox: await choice.kept('mailbox'),
    venues: await choice.keptForEach(SANDBOX_VENUES, (name) => name),
    sandboxMetrics: await choice.metrics('sandbox'),
  };
  const metrics = await choice.metricsOf(1);
  const several = await allocateInstances(choice, settings.INSTANCES, metrics);
  // Last, since what the data directory keeps goes before what is free.
  const facade = await choice.take(publicPort('PORT', settings, choice.taken));
  const gateway = await publicPort('GATEWAY_PORT', settings, choice.taken);
  const { services, subgraphs } = inside;
  return { ...inside, facade, gateway, instances: several ?? [{ services, subgraphs, facade, gateway, metrics }] };
}

/** Returns where each of several instances listens; undefined for a single one, which listens where it is reached. */
async function allocateInstances(
  choice: PortChoice,
  count: number,
  metricsOfFirst: InstancePorts['metrics'],
): Promise<InstancePorts[] | undefined> {
  if (count === 1) return undefined;
  const instances: InstancePorts[] = [];
  for (let number = 1; number <= count; number += 1)
    instances.push({
      services: await choice.keptForEach(SERVICES, (name) => `${name}-${number}`),
      subgraphs: await choice.keptForEach(SERVICES, (name) => `${name}-subgraph-${number}`),
      facade: await choice.kept(`facade-${number}`),
      gateway: await choice.kept(`gateway-${number}`),
      metrics: number === 1 ? metricsOfFirst : await choice.metricsOf(number),
    });
  return instances;
}

/** What the names of an instance's processes end in: nothing for the first. */
export const suffixOf = (number: number) => (number === 1 ? '' : `-${number}`);

/** The ports of one start that were chosen so far: nothing listens yet, and a port that is free may have been given to another part. */
class PortChoice {
  private constructor(
    private readonly dataDirectory: string,
    /** Those of metrics that were asked for and not given yet, one after the other. */
    private readonly askedMetrics: number[],
    readonly taken: Set<number>,
  ) {}

  static async begin({ DATA_DIR, PORT, GATEWAY_PORT, METRICS_PORT, METRICS_HOST, INSTANCES }: SupervisorSettings) {
    const count = 1 + INSTANCES * INSTANCE_PROCESSES.length;
    const metrics = METRICS_PORT === 0 ? [] : Array.from({ length: count }, (_, index) => METRICS_PORT + index);
    await assertFree('METRICS_PORT', metrics, METRICS_HOST);
    return new PortChoice(DATA_DIR, metrics, new Set([PORT, GATEWAY_PORT, ...metrics]));
  }

  async take(choice: Promise<number>): Promise<number> {
    const port = await choice;
    this.taken.add(port);
    return port;
  }

  kept(name: string): Promise<number> {
    return this.take(keptPort(this.dataDirectory, name, this.taken));
  }

  async keptForEach<Name extends string>(
    names: readonly Name[],
    nameOf: (name: Name) => string,
  ): Promise<Record<Name, number>> {
    return forEach(names, (name) => this.kept(nameOf(name)));
  }

  async metrics(name: string): Promise<number> {
    return this.askedMetrics.shift() ?? this.kept(`${name}-metrics`);
  }

  metricsOf(number: number): Promise<InstancePorts['metrics']> {
    return forEach(INSTANCE_PROCESSES, (name) => this.metrics(`${name}${suffixOf(number)}`));
  }
}

/** One after the other: each must see which ports the ones before it took. */
async function forEach<Name extends string>(
  names: readonly Name[],
  choose: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  const ports: [Name, number][] = [];
  for (const name of names) ports.push([name, await choose(name)]);
  // One entry per name of the list.
  return Object.fromEntries(ports) as Record<Name, number>;
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
