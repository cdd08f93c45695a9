export { awsSettings } from './aws.js';
export {
  address,
  ConfigurationError,
  type Environment,
  EXIT_CONFIGURATION,
  flag,
  hostOf,
  httpUrl,
  inheritedEnvironment,
  integer,
  isLoopback,
  logLevel,
  networks,
  origins,
  port,
  readEnvironment,
  secretByteList,
  secretBytes,
  secretText,
  switchedOn,
  typedPath,
  webSocketUrl,
} from './environment.js';
export { type MasterKeySetting, masterKeySetting, masterKeySettings } from './master-key.js';
export { Secret } from './secret.js';
