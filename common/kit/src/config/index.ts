export {
  address,
  ConfigurationError,
  type Environment,
  EXIT_CONFIGURATION,
  flag,
  httpUrl,
  inheritedEnvironment,
  integer,
  logLevel,
  networks,
  origins,
  port,
  readEnvironment,
  secretBytes,
  secretText,
  typedPath,
} from './environment.js';
export { Secret } from './secret.js';
