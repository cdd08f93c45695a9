/** Installs freqtrade's Python environment into the cache: run while an image is built, in which nothing is installed later. */
import { inheritedEnvironment } from '@platform/config';
import { defaultCacheDirectory } from '@platform/provisioning';
import { installerVariables } from '../../settings.js';
import { provisionFreqtrade } from './files.js';

const environment = inheritedEnvironment(installerVariables);
await provisionFreqtrade({
  cacheDirectory: defaultCacheDirectory(environment),
  environment,
  report: (line) => void process.stdout.write(`${line}\n`),
});
