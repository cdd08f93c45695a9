/** Installs every framework in every version that comes with the platform into the cache: run while an image is built. */
import { inheritedEnvironment } from '@platform/kit/config';
import { defaultCacheDirectory, installerVariables } from '@platform/kit/provisioning';
import { installShipped } from './index.js';

const environment = inheritedEnvironment(installerVariables);
await installShipped({
  cacheDirectory: defaultCacheDirectory(environment),
  environment,
  report: (line) => void process.stdout.write(`${line}\n`),
});
