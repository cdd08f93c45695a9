export {
  address,
  ConfigurationError,
  type Environment,
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
} from './environment.js';
export { Secret } from './secret.js';
