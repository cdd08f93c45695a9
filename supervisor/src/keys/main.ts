/**
 * Makes the keys of a sandbox whose processes no supervisor starts, once, and puts what each process holds into a folder for it
 * alone: its files, and `environment` for `node --env-file`. Writes the descriptor that the sandbox's command reads.
 * Never for real chains: those have keys of their own.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '@platform/kit/clock';
import { readEnvironment } from '@platform/kit/config';
import { writeDescriptor } from '@platform/kit/descriptor';
import { addressOfKey, mongodUri, mongodUser, sandboxCredentials } from '@platform/sandbox/parts';
import { SERVICES, type Service } from '../ports.js';
import { openSecrets, sandboxMasterKey, secretsOf } from '../secrets.js';
import { describeSandbox } from './descriptor.js';
import { handOver, handOverWorkload } from './hand-over.js';
import { settings } from './settings.js';

const environment = readEnvironment(settings);
const { DATA_DIR: dataDirectory, KEYS_DIR: keysDirectory } = environment;

await mkdir(dataDirectory, { recursive: true });
const secrets = await openSecrets(dataDirectory, systemRandom);
const walletMasterKey = await sandboxMasterKey(dataDirectory, systemRandom);
const { relayerKey, mongodKey, mongodKeyFile, objectsKey } = secrets;
/** The others' objects are copies of accounts and of keys, in volumes of their own. */
const KEEPERS_OF_OBJECTS: readonly Service[] = ['context', 'runtime'];
const objectsUser = { AWS_ACCESS_KEY_ID: 'history', AWS_SECRET_ACCESS_KEY: objectsKey };
/** Its image has a user of its own, which reads the file as a member of this one's group. */
const GROUP_READS = 0o640;

for (const service of SERVICES)
  await handOverWorkload(join(keysDirectory, service), service, {
    secrets,
    environment: {
      ...secretsOf(service, { secrets, walletMasterKey, relayerKey }),
      ...(service === 'wallet' && sandboxCredentials),
      MONGODB_URI: mongodUri(environment.MONGODB_ADDRESS, mongodUser(mongodKey, service)),
      ...(KEEPERS_OF_OBJECTS.includes(service) && objectsUser),
    },
  });
await handOverWorkload(join(keysDirectory, 'edge'), 'gateway', { secrets, environment: {} });
await handOverWorkload(join(keysDirectory, 'feed'), 'feed', { secrets, environment: {} });
await handOver(
  join(keysDirectory, 'mongodb'),
  { files: { 'mongodb-key': mongodKeyFile }, environment: {} },
  GROUP_READS,
);
await handOver(join(keysDirectory, 'objects'), {
  files: {},
  environment: {
    ROOT_ACCESS_KEY: objectsUser.AWS_ACCESS_KEY_ID,
    ROOT_SECRET_KEY: objectsUser.AWS_SECRET_ACCESS_KEY,
  },
});
await handOver(join(keysDirectory, 'sandbox'), {
  files: { 'faucet.key': secrets.faucetKeyFile },
  environment: { RELAYER_ADDRESS: addressOfKey(relayerKey) },
});
await writeDescriptor(environment.SANDBOX_DIR, await describeSandbox(environment, secrets.faucetKeyFile));
