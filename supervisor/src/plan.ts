import { join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { byNetwork, networkNames, networkVariable } from '@platform/kit/networks';
import {
  CHAINS,
  FAULTS_PATH,
  IDENTITY_PROVIDER_PATH,
  JWKS_PATH,
  mongodUri,
  mongodUser,
  TOKEN_PATH,
} from '@platform/sandbox/parts';
import type { Hex } from 'viem';
import type { Route } from './balancer/balancer.js';
import { type InstancePorts, type Ports, SERVICES, suffixOf } from './ports.js';
import type { Secrets } from './secrets.js';
import { IDENTITY_PROVIDER, type SupervisorSettings } from './settings.js';

/** One start of the platform, decided: all that the process table and the descriptor are made from. */
export interface Plan {
  settings: SupervisorSettings;
  ports: Ports;
  secrets: Secrets;
  /** Base64, 32 bytes; the wallet service alone gets it. */
  walletMasterKey: string;
  /** Pays for gas on Arbitrum; the wallet service alone gets it. `undefined`: with real chains, gas is not paid. */
  relayerKey: Hex | undefined;
  /** The embedded mongod's binary; `undefined` where `MONGODB_URI` names another. */
  mongodBinary: string | undefined;
  /** The environment of `npm start`, from which tools that a part runs are configured. */
  inherited: Environment;
}

/** One of the instances of the services, their feeds and the edge. */
export interface Instance {
  /** What the names of its processes end in. */
  readonly suffix: string;
  /** Where it keeps what is on this machine alone: bots, their proxies, sockets. */
  readonly dataDirectory: string;
  readonly ports: InstancePorts;
}

/** Returns the instances of a plan. */
export function instancesOf({ settings, ports }: Plan): readonly Instance[] {
  return ports.instances.map((own, index) => ({
    suffix: suffixOf(index + 1),
    dataDirectory: index === 0 ? settings.DATA_DIR : join(settings.DATA_DIR, 'instances', String(index + 1)),
    ports: own,
  }));
}

/** Returns what is passed on to several instances in turn; nothing for a single one. */
export function routesOf({ settings, ports }: Plan): Route[] {
  const { instances, services, subgraphs, facade, gateway } = ports;
  if (instances.length === 1) return [];
  const inside = SERVICES.flatMap((service) => [
    { port: services[service], targets: instances.map((own) => own.services[service]) },
    { port: subgraphs[service], targets: instances.map((own) => own.subgraphs[service]) },
  ]);
  const outside = [
    { port: facade, targets: instances.map((own) => own.facade) },
    { port: gateway, targets: instances.map((own) => own.gateway) },
  ];
  return [
    ...inside.map((route) => ({ ...route, host: '127.0.0.1' })),
    ...outside.map((route) => ({ ...route, host: settings.LISTEN_HOST })),
  ];
}

/** The address of a port on this machine. */
export const local = (port: number) => `127.0.0.1:${port}`;

/** The addresses that follow from a plan. */
export function addressesOf({ settings, ports }: Plan) {
  const { outside } = settings;
  const facadeUrl = `http://localhost:${ports.facade}`;
  return {
    smtpUrl: settings.SMTP_URL?.reveal() ?? `smtp://${local(ports.mailbox)}`,
    rpcUrl: byNetwork((name) => outside?.[networkVariable(name, 'RPC_URL')] ?? `http://${local(ports.chains[name])}`),
    /** What the platform reads the chains by: beside embedded ones, a node as hosting providers have it. */
    nodeUrl: byNetwork((name) => outside?.[networkVariable(name, 'RPC_URL')] ?? `http://${local(ports.nodes[name])}`),
    identityProvider: identityProviderOf(settings, `http://${local(ports.sandbox)}`),
    faultsUrl: `http://${local(ports.sandbox)}${FAULTS_PATH}`,
    gatewayUrl: `http://${local(ports.gateway)}/graphql`,
    facadeUrl,
    publicUrl: settings.PUBLIC_URL ?? facadeUrl,
    publicGraphqlUrl: settings.PUBLIC_GRAPHQL_URL ?? `http://localhost:${ports.gateway}/graphql`,
  };
}

/** Returns the address of MongoDB for a user: a service, or the operator. What `MONGODB_URI` names is the same for all. */
export function mongodbUriOf({ settings, ports, secrets }: Plan, user: string): string {
  return settings.MONGODB_URI?.reveal() ?? mongodUri(local(ports.mongod), mongodUser(secrets.mongodKey, user));
}

/** Returns the identity provider of wallet logins: as configured, else the sandbox's; beside real chains there is none. */
function identityProviderOf(settings: SupervisorSettings, sandboxUrl: string) {
  const configured = IDENTITY_PROVIDER.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const isSandbox = configured.length === 0 && settings.outside === undefined;
  const environment: Record<string, string> = isSandbox
    ? {
        IDENTITY_PROVIDER_JWKS_URL: sandboxUrl + JWKS_PATH,
        IDENTITY_PROVIDER_ISSUER: sandboxUrl + IDENTITY_PROVIDER_PATH,
        IDENTITY_PROVIDER_AUDIENCE: 'trading-platform-sandbox',
      }
    : Object.fromEntries(configured);
  return { isSandbox, environment, tokenUrl: sandboxUrl + TOKEN_PATH };
}

/** The chains of this start that are embedded. */
export function embeddedChains({ settings, ports }: Plan) {
  if (settings.outside !== undefined) return [];
  return networkNames.map((name) => ({ name, ...CHAINS[name], port: ports.chains[name] }));
}
