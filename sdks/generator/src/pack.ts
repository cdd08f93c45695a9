/** `npm run sdks`: builds the packages of both SDKs into `sdks/dist`. */
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '@platform/kit/config';
import { installerVariables } from '@platform/kit/provisioning';
import { packTypescript } from './packages.js';
import { packPython } from './python.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const environment = inheritedEnvironment(installerVariables);
for (const pack of [packTypescript, packPython]) process.stdout.write(`${await pack(DIST, environment)}\n`);
