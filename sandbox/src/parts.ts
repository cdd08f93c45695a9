/** The embedded parts for the code that starts them: programs, arguments, addresses, credentials and the paths of their data. */
export { sandboxCredentials } from '@platform/venues/sandbox/credentials';
export { addressOfKey } from './chains/address.js';
export { anvilArguments, anvilBinary } from './chains/anvil.js';
export { CHAINS } from './chains/chain.js';
export { FAULTS_PATH } from './faults/routes.js';
export { IDENTITY_PROVIDER_PATH, JWKS_PATH, TOKEN_PATH } from './identity-provider/routes.js';
export { locateMongod } from './mongod/binary.js';
export { mongodArguments, mongodUri } from './mongod/command.js';
export { mongodUser, OPERATOR } from './mongod/users.js';
export { chainSnapshotFile, mailboxDirectory } from './paths.js';
export {
  listenVariable,
  MARKET_DATA_ADDRESS,
  REFERENCE_WEIGHT_PER_MINUTE,
  SANDBOX_VENUES,
  type SandboxVenue,
  sandboxMarketDataWeight,
  sandboxReadLag,
  sandboxSeed,
  sandboxWeight,
  sandboxWorld,
} from './settings.js';
