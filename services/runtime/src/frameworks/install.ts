/** Installs the version that runs use by default of every framework into the cache: run while an image is built. */
import { inheritedEnvironment } from '@platform/config';
import { defaultCacheDirectory } from '@platform/provisioning';
import { installerVariables } from '../settings.js';
import { installDefaults } from './index.js';

const environment = inheritedEnvironment(installerVariables);
await installDefaults({
  cacheDirectory: defaultCacheDirectory(environment),
  environment,
  report: (line) => void process.stdout.write(`${line}\n`),
});
