/** Puts the signer of Lighter into the cache: run while an image is built. */
import { inheritedEnvironment } from '@platform/kit/config';
import { defaultCacheDirectory, installerVariables } from '@platform/kit/provisioning';
import { provisionLighterSigner } from './library-file.js';

const environment = inheritedEnvironment(installerVariables);
await provisionLighterSigner({
  cacheDirectory: defaultCacheDirectory(environment),
  environment,
  report: (line) => void process.stdout.write(`${line}\n`),
});
