/** A service's procedures are the same over gRPC and for the subgraph in its process: each is called both ways. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { contextService } from '@platform/protos/context';
import { executionService } from '@platform/protos/execution';
import { identityService } from '@platform/protos/identity';
import { runtimeService } from '@platform/protos/runtime';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, startGrpcServer } from '@platform/rpc/grpc';
import { z } from 'zod';
import { fieldsOf, filledMessage } from './messages.js';
import { accessTableOf, type Procedure } from './procedures.js';

const services = {
  identity: identityService,
  wallet: walletService,
  context: contextService,
  runtime: runtimeService,
  execution: executionService,
} as const;
type Service = keyof typeof services;

type Call = (
  request: object,
  options: { token: string; requestId: string; timeoutMs?: number },
) => Promise<Record<string, unknown>>;
/** The outcome of a call: its answer, or its error as the caller sees it. */
type Outcome = { readonly answer: unknown } | { readonly error: unknown };

const contracts = z.record(z.string(), z.object({ requestType: z.unknown(), responseType: z.unknown() }));

const anonymous: Caller = { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' };
const session = testUser('acc_1', { credentialType: 'session' });
const reader = testUser('acc_1', { permissions: ['read'] });

let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens(systemClock);
});

afterAll(() => tokens.remove());

describe.each(Object.keys(services) as Service[])('%s', (name) => {
  const { definition, packageDefinition } = services[name];
  const names = Object.keys(definition);
  const received: unknown[] = [];
  let answerWith: (method: string) => unknown = () => ({});
  let ways: readonly Readonly<Record<string, Call>>[];
  let close: () => Promise<void>;
  let access: Readonly<Record<string, Pick<Procedure, 'users' | 'workloads'>>>;

  beforeAll(async () => {
    access = await accessTableOf(name);
    const handler = (method: string) => async (request: unknown) => {
      received.push(request);
      return answerWith(method);
    };
    const server = await startGrpcServer({
      listen: '127.0.0.1:0',
      // Its contract and its access table, with handlers that answer as a test says.
      service: {
        ...(services[name] as typeof walletService),
        access: access as never,
        handlers: Object.fromEntries(names.map((method) => [method, handler(method)])) as never,
      },
      verifier: tokens.verifier(name),
      logger: createLogger({ process: 'test', level: 'silent' }),
    });
    const remote = createGrpcClient(definition, `127.0.0.1:${server.port}`);
    ways = [remote, server.localClient] as unknown as typeof ways;
    close = async () => {
      remote.close();
      await server.close();
    };
  });

  afterAll(() => close());

  const filled = (method: string, side: 'requestType' | 'responseType') => {
    const row = contracts.parse(definition)[method];
    return filledMessage(fieldsOf(row?.[side]), packageDefinition);
  };

  async function bothWays(method: string, request: object, caller: Caller): Promise<readonly Outcome[]> {
    const options = { token: await tokens.mint(caller, name), requestId: 'r1' };
    const outcomes: Outcome[] = [];
    for (const way of ways) {
      const call = way[method.charAt(0).toLowerCase() + method.slice(1)];
      if (call === undefined) throw new Error(`no method ${method}`);
      outcomes.push(
        await call(request, options).then(
          (answer) => ({ answer }),
          ({ code, message, details, replayed }: PlatformError) => ({ error: { code, message, details, replayed } }),
        ),
      );
    }
    return outcomes;
  }

  /** A caller whom the procedure lets in. */
  function admitted(method: string): Caller {
    const workload = access[method]?.workloads[0];
    return workload === undefined ? session : ({ kind: 'workload', workload, cause: 'test' } as Caller);
  }

  test.each(names)('%s gets and answers the same message', async (method) => {
    const [request, answer] = [filled(method, 'requestType'), filled(method, 'responseType')];
    for (const [sent, given] of [
      [request, answer],
      [
        { ...request, surplus: 1 },
        { ...answer, surplus: 1 },
      ],
      [{}, {}],
    ] as const) {
      received.length = 0;
      answerWith = () => given;
      const [remote, local] = await bothWays(method, sent, admitted(method));
      expect(remote).toHaveProperty('answer');
      expect(local).toEqual(remote);
      expect(received).toHaveLength(2);
      expect(received[1]).toEqual(received[0]);
    }
  });

  test.each(names)('%s ends with the same error', async (method) => {
    const faults: (() => unknown)[] = [
      () => new PlatformError('name_taken', { details: { name: 'x', absent: undefined }, replayed: true }),
      () => new PlatformError('service_unavailable', { message: 'Another text.' }),
      () => new PlatformError('internal', { details: { secret: 'canary' } }),
      () => new Error('canary'),
    ];
    for (const fault of faults) {
      answerWith = () => {
        throw fault();
      };
      const [remote, local] = await bothWays(method, {}, admitted(method));
      expect(remote).toHaveProperty('error');
      expect(JSON.stringify(remote)).not.toMatch(/canary/);
      expect(local).toEqual(remote);
    }
  });

  test.each(names)('%s lets in and refuses the same callers', async (method) => {
    answerWith = () => ({});
    for (const caller of [anonymous, reader, session, { kind: 'workload', workload: 'venue-proxy', cause: 'test' }]) {
      const [remote, local] = await bothWays(method, {}, caller as Caller);
      expect(local).toEqual(remote);
    }
    for (const way of ways) {
      const call = way[method.charAt(0).toLowerCase() + method.slice(1)]!;
      await expect(call({}, { token: 'none', requestId: 'r1' })).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });
});
