import { ConfigurationError } from '@platform/config';
import { freePort, isFree, keptPort } from '../ports.js';
import type { SupervisorSettings } from './settings.js';

export const SERVICES = ['identity', 'wallet', 'context', 'runtime', 'execution'] as const;
export type Service = (typeof SERVICES)[number];

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
  };
}

async function publicPort(name: 'PORT' | 'GATEWAY_PORT', settings: SupervisorSettings): Promise<number> {
  const port = settings[name];
  if (port === 0) return freePort();
  if (await isFree(port, settings.LISTEN_HOST)) return port;
  throw new ConfigurationError(`${name}: ${port} is taken on ${settings.LISTEN_HOST} (0 picks a free port)`);
}
