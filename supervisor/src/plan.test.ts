import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { sandboxCredentials } from '@platform/sandbox/parts';
import type { Plan } from './plan.js';
import { allocatePorts } from './ports.js';
import { processTable } from './process-table.js';
import { openSecrets, sandboxMasterKey } from './secrets.js';
import { readSettings } from './settings.js';

const REAL = {
  ARBITRUM_RPC_URL: 'https://arbitrum.example',
  POLYGON_RPC_URL: 'https://polygon.example',
  HYPERLIQUID_API_URL: 'https://hyperliquid.example',
  HYPERLIQUID_WS_URL: 'wss://hyperliquid.example/ws',
  POLYMARKET_CLOB_URL: 'https://clob.example',
  POLYMARKET_GAMMA_URL: 'https://gamma.example',
  POLYMARKET_BRIDGE_URL: 'https://bridge.example',
  LIGHTER_API_URL: 'https://lighter.example',
  LIGHTER_WS_URL: 'wss://lighter.example',
};
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

describe('the environment of npm start', () => {
  const read = (environment: Record<string, string>) => readSettings({ HOME: '/home/user', ...environment });

  test('an invalid value stops it with a line that names the variable', () => {
    expect(() => read({ PORT: 'eighty' })).toThrow(/^PORT: must be a whole number/);
    expect(() => read({ ALLOW_UNISOLATED_STRATEGIES: 'yes' })).toThrow(/^ALLOW_UNISOLATED_STRATEGIES: /);
    expect(() => read({ WALLET_MASTER_KEY: 'c2hvcnQ=' })).toThrow(/^WALLET_MASTER_KEY: must be 32 bytes/);
  });

  test('a part of TLS is refused', () => {
    expect(() => read({ GRPC_TLS_CA_FILE: 'ca.pem', GRPC_TLS_KEY_FILE: 'key.pem' })).toThrow(/^GRPC_TLS_CA_FILE: /);
  });

  test('a mix of real and sandbox chains and venues is refused, each one of them', () => {
    for (const name of Object.keys(REAL)) {
      const { [name]: _left, ...rest } = { ...REAL, WALLET_MASTER_KEY: MASTER_KEY } as Record<string, string>;
      expect(() => read(rest)).toThrow(new RegExp(`^${name}: must be set too`));
    }
  });

  test('a generated master key is refused with real chains', () => {
    expect(() => read(REAL)).toThrow(/^WALLET_MASTER_KEY: must be set with real chains/);
    const relayer = { POLYMARKET_RELAYER_URL: 'https://relayer-v2.polymarket.com' };
    expect(read({ ...REAL, WALLET_MASTER_KEY: MASTER_KEY }).outside).toEqual({ ...REAL, ...relayer });
    expect(() => read(relayer)).toThrow(/^ARBITRUM_RPC_URL: must be set too/);
  });
});

describe('what the processes are given', () => {
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-plan-'));
  });
  afterAll(() => rm(dataDirectory, { recursive: true }));

  const planFor = async (environment: Record<string, string>): Promise<Plan> => {
    const inherited = { HOME: '/home/user', PATH: '/bin', PIP_INDEX_URL: 'https://pip', ...environment };
    const settings = readSettings({ ...inherited, DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0' });
    const secrets = await openSecrets(dataDirectory, systemRandom);
    return {
      settings,
      ports: await allocatePorts(settings),
      secrets,
      relayerKey: settings.outside === undefined ? secrets.relayerKey : undefined,
      walletMasterKey: MASTER_KEY,
      mongodBinary: settings.MONGODB_URI === undefined ? '/cache/mongod' : undefined,
      inherited,
    };
  };
  const holders = (plan: Plan, value: string) =>
    processTable(plan)
      .flat()
      .filter(({ environment }) => Object.values(environment).includes(value))
      .map(({ name }) => name);

  test('each secret is given to those that use it and to nobody else', async () => {
    const plan = await planFor({});
    const { secrets } = plan;
    expect(holders(plan, MASTER_KEY)).toEqual(['wallet']);
    expect(holders(plan, secrets.identityHashSecret)).toEqual(['identity']);
    expect(holders(plan, secrets.walletCodeSecret)).toEqual(['wallet']);
    expect(holders(plan, secrets.relayerKey)).toEqual(['wallet']);
    for (const credential of Object.values(sandboxCredentials)) expect(holders(plan, credential)).toEqual(['wallet']);
    expect(holders(plan, secrets.cursorSecret)).toEqual(['wallet', 'context', 'runtime', 'execution']);
    expect(holders(plan, secrets.faucetKeyFile)).toEqual(['sandbox']);
    expect(holders(plan, secrets.workloadKeyFile('gateway'))).toEqual(['edge']);
    expect(holders(plan, 'https://pip')).toEqual(['runtime']);
  });

  test('the whole platform runs on embedded parts by default', async () => {
    const names = processTable(await planFor({})).map((stage) => stage.map(({ name }) => name));
    const services = ['identity', 'wallet', 'context', 'runtime', 'execution'];
    expect(names).toEqual([
      ['mongod', 'anvil-arbitrum', 'anvil-polygon'],
      ['sandbox'],
      [...services, 'feed:hyperliquid', 'feed:lighter'],
      ['edge'],
    ]);
  });

  test('with a database, chains and venues of its own none of them is embedded', async () => {
    const plan = await planFor({ ...REAL, WALLET_MASTER_KEY: MASTER_KEY, MONGODB_URI: 'mongodb://db.example' });
    expect(processTable(plan)[0]).toEqual([]);
    expect(holders(plan, REAL.ARBITRUM_RPC_URL)).toEqual(['wallet']);
    expect(holders(plan, plan.secrets.faucetKeyFile)).toEqual([]);
    expect(holders(plan, plan.secrets.relayerKey)).toEqual([]);
    expect(Object.values(sandboxCredentials).flatMap((credential) => holders(plan, credential))).toEqual([]);
  });

  test("the sandbox's identity provider, which believes everybody, is trusted beside the sandbox's chains alone", async () => {
    const trusted = async (environment: Record<string, string>) =>
      processTable(await planFor(environment))
        .flat()
        .filter((process) => 'IDENTITY_PROVIDER_JWKS_URL' in process.environment)
        .map(({ name }) => name);
    expect(await trusted({})).toEqual(['identity']);
    expect(await trusted({ ...REAL, WALLET_MASTER_KEY: MASTER_KEY })).toEqual([]);
  });

  test('the sandbox mailbox counts as an e-mail provider beside the sandbox alone', async () => {
    const counts = async (environment: Record<string, string>) => {
      const identity = processTable(await planFor(environment))
        .flat()
        .find(({ name }) => name === 'identity');
      return identity?.environment['EMAIL_PROVIDER_CONFIGURED'];
    };
    const real = { ...REAL, WALLET_MASTER_KEY: MASTER_KEY };
    expect([await counts({}), await counts(real)]).toEqual(['true', 'false']);
    expect(await counts({ ...real, SMTP_URL: 'smtp://mail.example' })).toBe('true');
  });

  test('the links in messages lead to the facade, wherever it is reached', async () => {
    const publicUrlOf = async (environment: Record<string, string>) =>
      processTable(await planFor(environment))
        .flat()
        .find(({ name }) => name === 'identity')?.environment['PUBLIC_URL'];
    expect(await publicUrlOf({})).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await publicUrlOf({ PUBLIC_URL: 'https://api.example.com' })).toBe('https://api.example.com');
  });

  test("live deployments are on beside the sandbox's venues, unless they are switched off, and off beside real ones", async () => {
    const feature = async (environment: Record<string, string>) => {
      const runtime = processTable(await planFor(environment))
        .flat()
        .find(({ name }) => name === 'runtime');
      return runtime?.environment['FEATURE_MANAGED_LIVE'];
    };
    const real = { ...REAL, WALLET_MASTER_KEY: MASTER_KEY };
    expect([await feature({}), await feature({ FEATURE_MANAGED_LIVE: 'false' })]).toEqual(['true', 'false']);
    expect(await feature(real)).toBeUndefined();
    expect(await feature({ ...real, FEATURE_MANAGED_LIVE: 'true' })).toBe('true');
  });

  test('a time limit reaches the service that keeps it, and no other', async () => {
    const plan = await planFor({ SETUP_RECONCILIATION_SECONDS: '11', EXECUTION_RECONCILIATION_SECONDS: '22' });
    expect([holders(plan, '11'), holders(plan, '22')]).toEqual([['wallet'], ['execution']]);
  });

  test('an empty variable counts as unset: the sandbox and the defaults are taken', async () => {
    const table = processTable(await planFor({ HYPERLIQUID_API_URL: '', LIGHTER_REQUESTS_PER_MINUTE: '' })).flat();
    const context = table.find(({ name }) => name === 'context')?.environment;
    expect(context?.['HYPERLIQUID_API_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(context?.['LIGHTER_REQUESTS_PER_MINUTE']).toBe('50000');
  });

  test('several instances call one another where connections go to them in turn, and listen and keep bots apart', async () => {
    const plan = await planFor({ INSTANCES: '2' });
    const specs = processTable(plan).flat();
    const names = specs.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['wallet', 'wallet-2', 'edge', 'edge-2', 'feed:lighter-2']));
    expect(new Set(names).size).toBe(names.length);
    const of = (name: string) => specs.find((spec) => spec.name === name)?.environment ?? {};
    const wallet = `127.0.0.1:${plan.ports.services.wallet}`;
    expect([of('edge'), of('edge-2')]).toMatchObject([
      { WALLET_GRPC_ADDRESS: wallet },
      { WALLET_GRPC_ADDRESS: wallet },
    ]);
    const listening = [wallet, of('wallet')['GRPC_LISTEN'], of('wallet-2')['GRPC_LISTEN']];
    expect(new Set(listening).size).toBe(3);
    expect(of('runtime')['DATA_DIR']).not.toBe(of('runtime-2')['DATA_DIR']);
    expect(of('wallet')['WALLET_MASTER_KEY']).toBe(of('wallet-2')['WALLET_MASTER_KEY']);
  });

  test('several instances are refused beside real chains', () => {
    const real = { ...REAL, WALLET_MASTER_KEY: MASTER_KEY, INSTANCES: '2' };
    expect(() => readSettings({ HOME: dataDirectory, ...real })).toThrow(/^INSTANCES: must be 1 with real chains/);
  });

  test('secrets stay the same from start to start and only their owner reads them', async () => {
    const [first, second] = [await planFor({}), await planFor({})];
    expect({ ...second.secrets, workloadKeyFile: null }).toEqual({ ...first.secrets, workloadKeyFile: null });
    expect(await sandboxMasterKey(dataDirectory, systemRandom)).toBe(
      await sandboxMasterKey(dataDirectory, systemRandom),
    );
    for (const file of [first.secrets.faucetKeyFile, first.secrets.workloadKeyFile('wallet')])
      expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('the trusted keys name each workload and hold no private part', async () => {
    const { secrets } = await planFor({});
    const { keys } = JSON.parse(await readFile(secrets.trustedKeysFile, 'utf8'));
    expect(keys.map(({ kid, workload }: { kid: string; workload: string }) => `${workload} ${kid}`)).toContain(
      'gateway gateway-1',
    );
    expect(keys).toHaveLength(8);
    expect(JSON.stringify(keys)).not.toMatch(/"d":/);
  });
});
