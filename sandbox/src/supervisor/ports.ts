import { ConfigurationError } from '@platform/config';
import { freePort, isFree, keptPort } from '../ports.js';
import type { SupervisorSettings } from './settings.js';

export const SERVICES = ['identity', 'wallet', 'context', 'runtime', 'execution'] as const;
export type Service = (typeof SERVICES)[number];

/** The processes that are Node's, each of which serves metrics. */
export const NODE_PROCESSES = [
  'sandbox',
  ...SERVICES,
  ...SERVICES.map((service) => `${service}-subgraph` as const),
  'gateway',
  'rest-facade',
] as const;
export type NodeProcess = (typeof NODE_PROCESSES)[number];

/** Where everything listens: on this machine alone, but for the facade and the gateway. */
export interface Ports {
  facade: number;
  gateway: number;
  services: Record<Service, number>;
  subgraphs: Record<Service, number>;
  mongod: number;
  arbitrum: number;
  polygon: number;
  sandbox: number;
  mailbox: number;
  hyperliquid: number;
  metrics: Readonly<Record<NodeProcess, number>>;
}

/** Chooses the ports of one start: those inside are kept by the data directory from start to start while they are free. */
export async function allocatePorts(settings: SupervisorSettings): Promise<Ports> {
  const kept = (name: string) => keptPort(settings.DATA_DIR, name);
  // One after the other: each must see which ports the ones before it took.
  const keptForEach = async (suffix: string) => ({
    identity: await kept(`identity${suffix}`),
    wallet: await kept(`wallet${suffix}`),
    context: await kept(`context${suffix}`),
    runtime: await kept(`runtime${suffix}`),
    execution: await kept(`execution${suffix}`),
  });
  return {
    facade: await publicPort('PORT', settings),
    gateway: await publicPort('GATEWAY_PORT', settings),
    services: await keptForEach(''),
    subgraphs: await keptForEach('-subgraph'),
    mongod: await kept('mongod'),
    arbitrum: await kept('anvil-arbitrum'),
    polygon: await kept('anvil-polygon'),
    sandbox: await kept('sandbox'),
    mailbox: await kept('mailbox'),
    hyperliquid: await kept('hyperliquid'),
    metrics: await metricsPorts(settings),
  };
}

/** One port after the other from the first that was asked for, else ports that the data directory keeps. */
async function metricsPorts(settings: SupervisorSettings): Promise<Ports['metrics']> {
  const { DATA_DIR, METRICS_HOST: host, METRICS_PORT: first } = settings;
  const ports: [NodeProcess, number][] = [];
  for (const [index, name] of NODE_PROCESSES.entries()) {
    const port = first === 0 ? await keptPort(DATA_DIR, `${name}-metrics`) : first + index;
    if (first !== 0 && !(await isFree(port, host)))
      throw new ConfigurationError(`METRICS_PORT: ${port} is taken on ${host} (0 picks free ports)`);
    ports.push([name, port]);
  }
  // One entry a name of the list.
  return Object.fromEntries(ports) as Ports['metrics'];
}

async function publicPort(name: 'PORT' | 'GATEWAY_PORT', settings: SupervisorSettings): Promise<number> {
  const port = settings[name];
  if (port === 0) return freePort();
  if (await isFree(port, settings.LISTEN_HOST)) return port;
  throw new ConfigurationError(`${name}: ${port} is taken on ${settings.LISTEN_HOST} (0 picks a free port)`);
}
