import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@platform/kit/clock';
import { mongodbAddressesFile } from '@platform/kit/descriptor';
import { writeWhole } from '@platform/kit/files';
import type { Hex } from 'viem';
import type { Service } from './ports.js';
import { privateKeyText } from './settings.js';
import { makeWorkloadKey, parseWorkloadKey, WORKLOADS, type Workload, writeTrustedKeys } from './workload-keys.js';

const KEY_BYTES = 32;
/** As long as AWS's own. */
const OBJECTS_KEY_BYTES = 20;

/** The secrets that the processes of one data directory share or receive, made on the first start and kept. */
export interface Secrets {
  /** Base64, 32 bytes: signs cursors. */
  cursorSecret: string;
  /** Base64, 32 bytes: e-mail codes are hashed with it. */
  identityHashSecret: string;
  /** Base64, 32 bytes: codes of withdrawals are hashed with it. */
  walletCodeSecret: string;
  /** A file with the key of the embedded mongod and its users. */
  mongodKeyFile: string;
  /** Its content. */
  mongodKey: string;
  /** Hexadecimal, 20 bytes: opens the store of objects that compose starts. */
  objectsKey: string;
  /** A file with the private key, in hexadecimal, that pays out on the embedded chains. */
  faucetKeyFile: string;
  /** The private key, in hexadecimal, that pays for gas on the embedded chains; never used with real ones. */
  relayerKey: Hex;
  /** Public keys of all workloads. */
  trustedKeysFile: string;
  workloadKeyFile(workload: Workload): string;
}

/** Reads the secrets of a data directory, making those that are missing: files that only their owner can read. */
export async function openSecrets(dataDirectory: string, random: Random): Promise<Secrets> {
  const directory = keysDirectory(dataDirectory);
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  const base64 = () => random.bytes(KEY_BYTES).toString('base64');
  const faucetKeyFile = join(directory, 'faucet.key');
  const mongodKeyFile = join(directory, 'mongodb-key');
  const trustedKeysFile = join(directory, 'trusted-keys.json');
  const workloadKeyFile = (workload: Workload) => join(directory, `${workload}.jwk.json`);
  const privateKey = () => `0x${random.bytes(KEY_BYTES).toString('hex')}`;
  await readOrMake(faucetKeyFile, privateKey);
  const keys = await Promise.all(
    WORKLOADS.map(async (workload) => {
      const text = await readOrMake(workloadKeyFile(workload), () => JSON.stringify(makeWorkloadKey(workload, 1)));
      return { workload, key: parseWorkloadKey(text) };
    }),
  );
  await writeTrustedKeys(trustedKeysFile, keys);
  return {
    cursorSecret: await readOrMake(join(directory, 'cursor-secret'), base64),
    identityHashSecret: await readOrMake(join(directory, 'identity-hash-secret'), base64),
    walletCodeSecret: await readOrMake(join(directory, 'wallet-code-secret'), base64),
    mongodKeyFile,
    mongodKey: await readOrMake(mongodKeyFile, base64),
    objectsKey: await readOrMake(join(directory, 'objects-key'), () => random.bytes(OBJECTS_KEY_BYTES).toString('hex')),
    faucetKeyFile,
    relayerKey: privateKeyText.parse(await readOrMake(join(directory, 'relayer.key'), privateKey)),
    trustedKeysFile,
    workloadKeyFile,
  };
}

/** The secrets that a service gets in its environment, besides the key of its own that it reads from a file. */
export function secretsOf(
  service: Service,
  held: { secrets: Secrets; walletMasterKey: string; relayerKey: Hex | undefined },
): Record<string, string> {
  const { cursorSecret, identityHashSecret, walletCodeSecret } = held.secrets;
  switch (service) {
    case 'identity':
      return { IDENTITY_HASH_SECRET: identityHashSecret };
    case 'wallet':
      return {
        CURSOR_SECRET: cursorSecret,
        WALLET_MASTER_KEY: held.walletMasterKey,
        WALLET_CODE_SECRET: walletCodeSecret,
        ...(held.relayerKey && { RELAYER_PRIVATE_KEY: held.relayerKey }),
      };
    case 'context':
    case 'runtime':
    case 'execution':
      return { CURSOR_SECRET: cursorSecret };
  }
}

/** The master key generated for the sandbox: base64, 32 bytes. Never used with real chains. */
export function sandboxMasterKey(dataDirectory: string, random: Random): Promise<string> {
  return readOrMake(join(keysDirectory(dataDirectory), 'wallet-master-key'), () =>
    random.bytes(KEY_BYTES).toString('base64'),
  );
}

const keysDirectory = (dataDirectory: string) => join(dataDirectory, 'keys');

/** Writes the addresses of MongoDB for operators and their tools, by user, the operator's first: for its owner's eyes alone. */
export async function writeMongodbAddresses(dataDirectory: string, addresses: readonly (readonly [string, string])[]) {
  const lines = addresses.map(([user, uri]) => `${user} ${uri}\n`);
  await writeWhole(mongodbAddressesFile(dataDirectory), lines.join(''), 0o600);
}

/** A key once made is never replaced: linking refuses where the file exists, and never shows half of it. */
async function readOrMake(file: string, make: () => string): Promise<string> {
  const candidate = `${file}.${process.pid}`;
  await writeFile(candidate, `${make()}\n`, { mode: 0o600 });
  try {
    await link(candidate, file);
  } catch (error) {
    const exists = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  } finally {
    await rm(candidate);
  }
  return (await readFile(file, 'utf8')).trim();
}
