import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemRandom } from '@platform/kit/clock';
import { httpUrl, type MasterKeySetting, readEnvironment, Secret, secretText } from '@platform/kit/config';
import { readMongodbUri } from '@platform/kit/descriptor';
import { byNetwork, type Network, networkSettings, networkVariable } from '@platform/kit/networks';
import { type ObjectStoreEnvironment, objectStoreSettings } from '@platform/store/objects';
import { z } from 'zod';
import { kmsSettings, settings } from '../settings.js';
import type { Keyring } from '../vault/keyring.js';
import { openKeyring } from '../vault/open-keyring.js';

const dataDirectory = z.string().default('.data').describe('data directory of the platform');

/** The descriptor names the platform's own nodes: the store's block numbers are those nodes'. */
const descriptorSchema = z.object({
  ...byNetwork(() => z.object({ node_url: z.string() })),
  object_store_url: z.string().optional(),
});

/** The parts of a platform that commands need. */
interface Platform {
  readonly mongodbUri: Secret;
  readonly rpcUrls: Readonly<Record<Network, Secret>>;
  /** Where the copies of keys are. */
  readonly objectStore: ObjectStoreEnvironment;
  /** How long a setup is looked up before an operator must settle it. */
  readonly reconciliationMs: number;
}

/** Returns the store and the chains of a platform: from the environment, else from the running platform's descriptor. */
export async function findPlatform(): Promise<Platform> {
  const environment = readEnvironment({
    DATA_DIR: dataDirectory,
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    ...objectStoreSettings,
    OBJECT_STORE_URL: objectStoreSettings.OBJECT_STORE_URL.optional(),
    SETUP_RECONCILIATION_SECONDS: settings.SETUP_RECONCILIATION_SECONDS,
    ...networkSettings('RPC_URL', ({ name }) => httpUrl.optional().describe(`JSON-RPC address of ${name}`)),
  });
  const { MONGODB_URI: mongodbUri } = environment;
  const given = byNetwork((network) => environment[networkVariable(network, 'RPC_URL')]);
  const reconciliationMs = environment.SETUP_RECONCILIATION_SECONDS * 1_000;
  const { OBJECT_STORE_URL: givenUrl } = environment;
  const ownUrl = pathToFileURL(resolve(environment.DATA_DIR, 'objects')).href;
  if (mongodbUri !== undefined && Object.values(given).every((url) => url !== undefined)) {
    const rpcUrls = byNetwork((network) => new Secret(given[network] ?? ''));
    return {
      ...{ mongodbUri, rpcUrls, reconciliationMs },
      objectStore: { ...environment, OBJECT_STORE_URL: givenUrl ?? ownUrl },
    };
  }
  const file = join(resolve(environment.DATA_DIR), 'sandbox.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI and the RPC_URL of each network.`,
      { cause },
    );
  });
  const descriptor = descriptorSchema.parse(JSON.parse(text));
  return {
    mongodbUri: mongodbUri ?? new Secret(await readMongodbUri(resolve(environment.DATA_DIR), 'wallet')),
    rpcUrls: byNetwork((network) => new Secret(given[network] ?? descriptor[network].node_url)),
    objectStore: { ...environment, OBJECT_STORE_URL: givenUrl ?? descriptor.object_store_url ?? ownUrl },
    reconciliationMs,
  };
}

/** Returns the keys that seal wallets' keys: from the environment, else the key that a platform on sandbox chains has generated. */
export async function findKeyring(): Promise<Keyring> {
  const { DATA_DIR, WALLET_MASTER_KEY, WALLET_FORMER_MASTER_KEYS, ...access } = readEnvironment({
    DATA_DIR: dataDirectory,
    WALLET_MASTER_KEY: settings.WALLET_MASTER_KEY.optional(),
    WALLET_FORMER_MASTER_KEYS: settings.WALLET_FORMER_MASTER_KEYS,
    ...kmsSettings,
  });
  const current = WALLET_MASTER_KEY ?? (await generatedMasterKey(DATA_DIR));
  return openKeyring(current, WALLET_FORMER_MASTER_KEYS, access, systemRandom);
}

async function generatedMasterKey(directory: string): Promise<MasterKeySetting> {
  const file = join(resolve(directory), 'keys', 'wallet-master-key');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`no master key is known: set WALLET_MASTER_KEY (${file} is missing)`, { cause });
  });
  return settings.WALLET_MASTER_KEY.parse(text.trim());
}
