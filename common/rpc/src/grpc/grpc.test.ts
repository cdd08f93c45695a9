import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Client, credentials, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { SealBrokenError } from '@platform/keys/seals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock } from '@platform/kit/clock';
import { ConfigurationError } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { walletService } from '@platform/protos/wallet';
import {
  createGrpcClient,
  createHealthClient,
  type GrpcServer,
  type GrpcServerOptions,
  type GrpcTls,
  readGrpcTls,
  startGrpcServer,
} from './index.js';
import { createTestCertificates, type TestCertificates } from './testing.js';

type Definition = Pick<typeof walletService.definition, 'GetWallet'>;

/** Longer than it takes to notice replaced test certificates. */
const FOLLOWED_MS = 400;
const clock = new ManualClock(1_700_000_000_000);
const logged: string[] = [];
let fail: () => void = () => {};
let pause = async () => {};
let look: () => Promise<void> = async () => {};
let server: GrpcServer<Definition>;
let client: ReturnType<typeof connect>;
let tokens: TestTokens;

function connect(port: number) {
  return createGrpcClient(walletService.definition, `127.0.0.1:${port}`);
}

function serverOptions() {
  return {
    listen: '127.0.0.1:0',
    service: {
      ...walletService,
      definition: { GetWallet: walletService.definition.GetWallet },
      access: { GetWallet: { users: 'read' } },
      handlers: {
        GetWallet: async (_request, { caller }) => {
          await pause();
          fail();
          const accountId = caller.kind === 'user' ? caller.accountId : '';
          return { wallet: { accountId, address: '0x0', deposit: null, balance: null, venues: null } };
        },
      },
    },
    verifier: tokens.verifier('wallet'),
    checks: { store: () => look() },
    translateError: (error) =>
      error instanceof RangeError ? new PlatformError('wallet_repository_unavailable', { cause: error }) : error,
    logger: createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  } satisfies GrpcServerOptions<Definition>;
}

beforeAll(async () => {
  tokens = await createTestTokens(clock);
  server = await startGrpcServer(serverOptions());
  client = connect(server.port);
});

afterAll(async () => {
  client.close();
  await server.close();
  await tokens.remove();
});

const user = testUser('acc_1', { permissions: ['read'] });

function mint(caller: Caller, audience = 'wallet'): Promise<string> {
  return tokens.mint(caller, audience);
}

describe('a call', () => {
  test('carries its caller to the handler', async () => {
    const response = await client.getWallet({}, { token: await mint(user), requestId: 'r1' });
    expect(response.wallet?.accountId).toBe('acc_1');
  });

  test('whose answer can not be read is internal', async () => {
    const { GetWallet } = walletService.definition;
    const responseDeserialize = () => {
      throw new RangeError('index out of range');
    };
    const mistaken = createGrpcClient({ GetWallet: { ...GetWallet, responseDeserialize } }, `127.0.0.1:${server.port}`);
    const call = mistaken.getWallet({}, { token: await mint(user), requestId: 'r1' });
    await expect(call).rejects.toMatchObject({ code: 'internal' });
    mistaken.close();
  });

  test('goes by no proxy that the environment names', async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    process.env['grpc_proxy'] = `http://127.0.0.1:${port}`;
    // A name: the loopback address may be a connection that another client has made.
    const direct = createGrpcClient(walletService.definition, `localhost:${server.port}`);
    const call = direct.getWallet({}, { token: await mint(user), requestId: 'r1', timeoutMs: 1_000 });
    try {
      await expect(call).resolves.toMatchObject({ wallet: { accountId: 'acc_1' } });
      expect(connections).toBe(0);
    } finally {
      delete process.env['grpc_proxy'];
      direct.close();
      proxy.close();
    }
  });

  test('is refused without a token for this service', async () => {
    await expect(client.getWallet({}, { token: 'none', requestId: 'r1' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const foreign = await mint(user, 'runtime');
    await expect(client.getWallet({}, { token: foreign, requestId: 'r1' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('brings a documented error back with its details', async () => {
    fail = () => {
      throw new PlatformError('idempotency_key_conflict', { details: { key: 'k' } });
    };
    const call = client.getWallet({}, { token: await mint(user), requestId: 'r1' });
    await expect(call).rejects.toMatchObject({ code: 'idempotency_key_conflict', details: { key: 'k' } });
  });

  test('names an error by the code that the service translates it to, and logs its cause', async () => {
    fail = () => {
      throw new RangeError('store canary');
    };
    const call = client.getWallet({}, { token: await mint(user), requestId: 'r1' });
    await expect(call).rejects.toMatchObject({ code: 'wallet_repository_unavailable' });
    await expect(call).rejects.not.toThrow(/canary/);
    expect(logged.join('')).toMatch(/store canary/);
  });

  test('hides an unexpected error behind the request id and logs it', async () => {
    fail = () => {
      throw new Error('canary');
    };
    const call = client.getWallet({}, { token: await mint(user), requestId: 'r-77' });
    await expect(call).rejects.toMatchObject({ code: 'internal', details: { request_id: 'r-77' } });
    await expect(call).rejects.not.toThrow(/canary/);
    expect(logged.join('')).toMatch(/canary/);
  });

  test('that ends at a broken seal is internal, and only warns of what was logged where the seal was found', async () => {
    fail = () => {
      throw new SealBrokenError('wallet', 'wal_1');
    };
    logged.length = 0;
    const call = client.getWallet({}, { token: await mint(user), requestId: 'r-78' });
    await expect(call).rejects.toMatchObject({ code: 'internal', details: { request_id: 'r-78' } });
    const warning = { level: 40, requestId: 'r-78', err: { purpose: 'wallet', id: 'wal_1' } };
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([warning]);
  });

  test('to a service that is down is service_unavailable within its deadline', async () => {
    const nowhere = connect(1);
    const call = nowhere.getWallet({}, { token: await mint(user), requestId: 'r1', timeoutMs: 2_000 });
    await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
    nowhere.close();
  });
});

describe('a call within the process', () => {
  test('that is late is deadline_exceeded, as over gRPC', async () => {
    pause = () => new Promise((resolve) => setTimeout(resolve, 200));
    for (const { getWallet } of [client, server.localClient]) {
      const call = getWallet({}, { token: await mint(user), requestId: 'r1', timeoutMs: 50 });
      await expect(call).rejects.toMatchObject({ code: 'deadline_exceeded' });
    }
    pause = async () => {};
  });

  test('neither sends nor answers what the contract does not name', async () => {
    fail = () => {};
    const request: object = { surplus: 1 };
    const answer = await server.localClient.getWallet(request, { token: await mint(user), requestId: 'r1' });
    expect(answer).toEqual({
      wallet: { accountId: 'acc_1', address: '0x0', deposit: null, balance: null, venues: null },
    });
  });
});

describe('health', () => {
  test('is looked at when it is asked for', async () => {
    const health = createHealthClient(`127.0.0.1:${server.port}`);
    expect(await health.passes('store')).toBe(true);
    look = () => Promise.reject(new Error('down'));
    expect(await health.passes('store')).toBe(false);
    look = () => new Promise(() => {});
    expect(await health.passes('store')).toBe(false);
    look = async () => {};
    expect(await health.passes('store')).toBe(true);
    expect(await health.passes('constructor')).toBe(false);
    health.close();
  });

  test('of the process is ready once its start-up work is done', async () => {
    const health = createHealthClient(`127.0.0.1:${server.port}`);
    expect([await health.passes(''), await health.passes('ready')]).toEqual([true, false]);
    server.markReady();
    expect(await health.passes('ready')).toBe(true);
    health.close();
  });

  test('of the service by its own name is that of its start-up work', async () => {
    const starting = await startGrpcServer(serverOptions());
    const health = createHealthClient(`127.0.0.1:${starting.port}`);
    const name = 'trading.wallet.v1.WalletService';
    expect(await health.passes(name)).toBe(false);
    starting.markReady();
    expect(await health.passes(name)).toBe(true);
    health.close();
    await starting.close();
  });
});

describe('reflection', () => {
  test('lists the service and its health, and describes both', async () => {
    expect(await reflect({ listServices: '*' })).toMatchObject({
      listServicesResponse: {
        service: expect.arrayContaining([
          { name: 'trading.wallet.v1.WalletService' },
          { name: 'grpc.health.v1.Health' },
        ]),
      },
    });
    expect(await reflect({ fileContainingSymbol: 'grpc.health.v1.Health' })).toHaveProperty('fileDescriptorResponse');
  });
});

/** Reads the services of the server by reflection, as tools do. */
async function reflect(request: object): Promise<unknown> {
  const folder = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
  const definition = loadSync(join(folder, 'build/proto/grpc/reflection/v1/reflection.proto'));
  const service = definition['grpc.reflection.v1.ServerReflection'] as ServiceDefinition;
  const { path, requestSerialize, responseDeserialize } = service['ServerReflectionInfo']!;
  const tool = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const call = tool.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  try {
    call.end(request);
    const [answer] = await once(call, 'data');
    return answer;
  } finally {
    tool.close();
  }
}

describe('mutual TLS', () => {
  let ours: TestCertificates;
  let theirs: TestCertificates;
  let secured: GrpcServer<Definition>;

  beforeAll(async () => {
    [ours, theirs] = await Promise.all([createTestCertificates(), createTestCertificates()]);
    secured = await startGrpcServer({ ...serverOptions(), tls: readGrpcTls(ours.settings) });
  });

  afterAll(async () => {
    await secured.close();
    await Promise.all([ours.remove(), theirs.remove()]);
  });

  async function callWith(tls: GrpcTls | undefined): Promise<string> {
    const peer = createGrpcClient(walletService.definition, `127.0.0.1:${secured.port}`, tls);
    try {
      await peer.getWallet({}, { token: await mint(user), requestId: 'r1', timeoutMs: 5_000 });
      return 'answered';
    } catch (error) {
      return error instanceof PlatformError ? error.code : 'not a platform error';
    } finally {
      peer.close();
    }
  }

  test('lets in who shows a certificate that the authority signed', async () => {
    fail = () => {};
    expect(await callWith(ours.tls)).toBe('answered');
    const health = createHealthClient(`127.0.0.1:${secured.port}`, ours.tls);
    expect(await health.passes('')).toBe(true);
    health.close();
  });

  test('refuses who shows none, one of another authority, or speaks no TLS, however good the token', async () => {
    const { GRPC_TLS_CA_FILE } = ours.settings;
    expect(await callWith(readGrpcTls({ ...theirs.settings, GRPC_TLS_CA_FILE }))).toBe('service_unavailable');
    expect(await callWith(undefined)).toBe('service_unavailable');
    const ca = await readFile(GRPC_TLS_CA_FILE);
    const refused = await new Promise<Error | undefined>((resolve) => {
      const socket = connectTls({ host: '127.0.0.1', port: secured.port, ca, ALPNProtocols: ['h2'] });
      socket.on('error', resolve);
      socket.on('close', () => resolve(undefined));
      socket.on('data', () => {});
    });
    expect(refused).toMatchObject({ code: expect.stringMatching(/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/) });
  });

  test('does not talk to a server that the authority did not sign', async () => {
    const { GRPC_TLS_CA_FILE } = theirs.settings;
    expect(await callWith(readGrpcTls({ ...ours.settings, GRPC_TLS_CA_FILE }))).toBe('service_unavailable');
  });

  test('follows its files: who shows what they said before is refused, and who follows them too goes on', async () => {
    const changing = await createTestCertificates();
    const before = readGrpcTls(changing.settings, 3_600_000);
    const served = await startGrpcServer({ ...serverOptions(), tls: changing.tls });
    const address = `127.0.0.1:${served.port}`;
    const passes = async (tls: GrpcTls | undefined) => {
      const health = createHealthClient(address, tls);
      const passed = await health.passes('');
      health.close();
      return passed;
    };
    expect([await passes(changing.tls), await passes(before)]).toEqual([true, true]);
    await changing.replace();
    await wait(FOLLOWED_MS);
    expect([await passes(changing.tls), await passes(before)]).toEqual([true, false]);
    // Half a replacement changes nothing.
    await writeFile(changing.settings.GRPC_TLS_KEY_FILE, await readFile(theirs.settings.GRPC_TLS_KEY_FILE));
    await wait(FOLLOWED_MS);
    expect(await passes(changing.tls)).toBe(true);
    await served.close();
    await changing.remove();
  });

  test('is configured whole or not at all', async () => {
    const none = { GRPC_TLS_CA_FILE: undefined, GRPC_TLS_CERT_FILE: undefined, GRPC_TLS_KEY_FILE: undefined };
    expect(readGrpcTls(none)).toBeUndefined();
    const part = { ...ours.settings, GRPC_TLS_KEY_FILE: undefined };
    expect(() => readGrpcTls(part)).toThrow(/^GRPC_TLS_KEY_FILE: /);
    const { GRPC_TLS_KEY_FILE } = theirs.settings;
    expect(() => readGrpcTls({ ...ours.settings, GRPC_TLS_KEY_FILE })).toThrow(/^GRPC_TLS_KEY_FILE: is not the key/);
  });
});

describe('without TLS', () => {
  test.each(['0.0.0.0:0', '192.0.2.1:0', 'wallet.internal:0', '127.0.0.1.example.com:0'])(
    'nothing is served on %s, which other machines reach',
    async (listen) => {
      const served = startGrpcServer({ ...serverOptions(), listen });
      await expect(served).rejects.toThrow(/^GRPC_LISTEN: .*ALLOW_GRPC_WITHOUT_TLS=true$/);
      await expect(served).rejects.toBeInstanceOf(ConfigurationError);
    },
  );

  test('it is served there where that is allowed by name, and on the loopback in any case', async () => {
    const allowed = await startGrpcServer({ ...serverOptions(), listen: '0.0.0.0:0', allowWithoutTls: true });
    await allowed.close();
    for (const listen of ['localhost:0', '127.9.9.9:0'])
      await (await startGrpcServer({ ...serverOptions(), listen })).close();
  });
});
