/** Every procedure of every service, as a running platform serves it. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { SecureContextOptions } from 'node:tls';
import { changesService } from '@platform/protos/changes';
import { contextService } from '@platform/protos/context';
import { executionService } from '@platform/protos/execution';
import { identityService } from '@platform/protos/identity';
import { runtimeService } from '@platform/protos/runtime';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, createStreamClient, type GrpcTls } from '@platform/rpc/grpc';
import { z } from 'zod';
import type { Platform } from '../platform/platform.js';

const definitions = {
  identity: identityService.definition,
  wallet: walletService.definition,
  context: contextService.definition,
  runtime: runtimeService.definition,
  execution: executionService.definition,
};
type Service = keyof typeof definitions;
/** The services that tell their changes. */
export const FOLLOWED = ['runtime', 'execution', 'wallet'] as const;
/** Every service, and thus every subgraph. */
export const SERVICES = Object.keys(definitions) as readonly Service[];

const tableSchema = z.record(
  z.string(),
  z.object({
    users: z.enum(['none', 'anonymous', 'read', 'write', 'session']),
    workloads: z.array(z.string()).default([]),
  }),
);

/** A procedure of a service. */
export interface Procedure {
  readonly service: Service;
  /** Its name in the proto. */
  readonly name: string;
  /** Its row of the service's access table. */
  readonly users: 'none' | 'anonymous' | 'read' | 'write' | 'session';
  readonly workloads: readonly string[];
}

type Call = (request: object, options: { token: string; requestId: string }) => Promise<unknown>;

/** Returns all procedures of the protos, each with its row of the access table. Throws for one that has no row. */
export async function procedures(): Promise<Procedure[]> {
  const rows = await Promise.all(SERVICES.map(rowsOf));
  return rows.flat();
}

async function rowsOf(service: Service): Promise<Procedure[]> {
  const table = await accessTableOf(service);
  return Object.keys(definitions[service]).map((name) => {
    const access = table[name];
    if (access === undefined) throw new Error(`the access table of ${service} has no row ${name}`);
    return { service, name, ...access };
  });
}

/** Returns the access table of a service's server. */
export async function accessTableOf(service: Service): Promise<z.output<typeof tableSchema>> {
  const module: Record<string, unknown> = await import(
    new URL(`../../../services/${service}/dist/server.js`, import.meta.url).href
  );
  return tableSchema.parse(module[`${service}Access`]);
}

/** Calls procedures of a running platform's services directly, without gateway and subgraphs. */
export class DirectCalls {
  private constructor(
    private readonly clients: ReadonlyMap<Service, Record<string, unknown> & { close(): void }>,
    private readonly changes: ReadonlyMap<
      string,
      ReturnType<typeof createStreamClient<typeof changesService.definition>>
    >,
  ) {}

  /** Finds the services by the ports that the data directory keeps. */
  static async open(platform: Platform, tls?: GrpcTls): Promise<DirectCalls> {
    const ports = await portsOf(platform);
    return new DirectCalls(
      new Map(SERVICES.map((name) => [name, createGrpcClient(definitions[name], `127.0.0.1:${ports[name]}`, tls)])),
      new Map(
        FOLLOWED.map((name) => [name, createStreamClient(changesService.definition, `127.0.0.1:${ports[name]}`, tls)]),
      ),
    );
  }

  /** Returns the error code of a call; undefined when it is answered. */
  async refusal({ service, name }: Procedure, request: object, token: string): Promise<string | undefined> {
    const call = this.clients.get(service)?.[name.charAt(0).toLowerCase() + name.slice(1)] as Call;
    return call(request, { token, requestId: `${service}.${name}` }).then(
      () => undefined,
      (error: { code?: string }) => error.code ?? String(error),
    );
  }

  /** Returns the error code of a watch of a service's changes; undefined when its first message arrives. */
  async watchRefusal(service: (typeof FOLLOWED)[number], token: string): Promise<string | undefined> {
    const leaving = new AbortController();
    const watch = this.changes.get(service)?.watch({}, { token, requestId: 'watch', signal: leaving.signal });
    try {
      const first = await watch?.[Symbol.asyncIterator]().next();
      return first?.value === undefined ? 'no answer' : undefined;
    } catch (error) {
      return String(Reflect.get(Object(error), 'code') ?? error);
    } finally {
      leaving.abort();
    }
  }

  /** Disconnects. */
  close(): void {
    for (const client of [...this.clients.values(), ...this.changes.values()]) client.close();
  }
}

async function portsOf(platform: Platform): Promise<Readonly<Record<string, number>>> {
  const text = await readFile(join(platform.dataDirectory, 'ports.json'), 'utf8');
  return z.record(z.string(), z.number()).parse(JSON.parse(text));
}

const answerSchema = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional() });

/**
 * Calls a subgraph directly, without the gateway, only for the name of its root type, over TLS with these parts; returns the code of the
 * refusal.
 */
export async function askSubgraph(
  platform: Platform,
  service: Service,
  { token, pem }: { readonly token: string | undefined; readonly pem: SecureContextOptions },
): Promise<{ readonly code: string | undefined }> {
  const port = (await portsOf(platform))[`${service}-subgraph`];
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const request = httpsRequest(`https://127.0.0.1:${port}/graphql`, { method: 'POST', headers, ...pem });
  request.end(JSON.stringify({ query: '{ __typename }' }));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { errors } = answerSchema.parse(await json(response));
  return { code: errors?.[0]?.extensions.code };
}
