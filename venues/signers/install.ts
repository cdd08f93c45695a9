/** Puts the libraries of venues' signers into a folder, each under its own name: run while an image is built. */
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inheritedEnvironment } from '@platform/kit/config';
import { defaultCacheDirectory, installerVariables } from '@platform/kit/provisioning';
import { nativeSigners } from './index.js';

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('usage: node venues/dist/signers/install.js <folder>');
const environment = inheritedEnvironment(installerVariables);
await mkdir(folder, { recursive: true });
for (const { library } of nativeSigners) {
  const file = await library.provision({
    cacheDirectory: defaultCacheDirectory(environment),
    environment,
    report: (line) => void process.stdout.write(`${line}\n`),
  });
  await copyFile(file, join(folder, basename(file)));
}
