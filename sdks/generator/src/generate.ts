/** `npm run generate`: writes the generated part of the TypeScript SDK, which is committed. */
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '@platform/kit/config';
import { installerVariables } from '@platform/kit/provisioning';
import { generateTypescript } from './typescript.js';

const GENERATED = fileURLToPath(new URL('../../typescript/src/generated/', import.meta.url));

await generateTypescript(GENERATED, inheritedEnvironment(installerVariables));
