/** Installs every framework in every version that comes with the platform into the cache: run while an image is built. */
import { inheritedEnvironment } from '@platform/kit/config';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { installerVariables } from '../settings.js';
import { installShipped } from './index.js';

const environment = inheritedEnvironment(installerVariables);
await installShipped({
  cacheDirectory: defaultCacheDirectory(environment),
  environment,
  report: (line) => void process.stdout.write(`${line}\n`),
});
