import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { readMongodbUri } from '@platform/kit/descriptor';
import { z } from 'zod';
import { datasetEnvironment } from '../settings.js';

const descriptorSchema = z.object({ dataset_environment: z.string().optional() });

/** Finds where a command's platform keeps its data: from the environment, else from the descriptor of the platform that runs. */
export async function findPlatform(): Promise<{
  mongodbUri: Secret;
  objectStoreUrl: string;
  datasetEnvironment: string;
}> {
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    OBJECT_STORE_URL: z.string().optional().describe('where history is stored'),
    DATASET_ENVIRONMENT: datasetEnvironment.optional(),
  });
  const dataDirectory = resolve(environment.DATA_DIR);
  const described =
    environment.MONGODB_URI === undefined ? await readDescription(join(dataDirectory, 'sandbox.json')) : undefined;
  return {
    mongodbUri: environment.MONGODB_URI ?? new Secret(await readMongodbUri(dataDirectory, 'context')),
    objectStoreUrl: environment.OBJECT_STORE_URL ?? pathToFileURL(join(dataDirectory, 'objects')).href,
    datasetEnvironment: environment.DATASET_ENVIRONMENT ?? described?.dataset_environment ?? 'production',
  };
}

async function readDescription(file: string): Promise<z.output<typeof descriptorSchema>> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI.`, {
      cause,
    });
  });
  return descriptorSchema.parse(JSON.parse(text));
}
