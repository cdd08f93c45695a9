import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment, Secret, secretText } from '@platform/kit/config';
import { readMongodbUri } from '@platform/kit/descriptor';
import { type ObjectStoreEnvironment, objectStoreSettings } from '@platform/store/objects';
import { z } from 'zod';
import { datasetEnvironment } from '../settings.js';

const descriptorSchema = z.object({
  dataset_environment: z.string().optional(),
  object_store_url: z.string().optional(),
});

/**
 * Finds where a command's platform keeps its data: from the environment, else from the descriptor of the platform that runs. Objects of
 * another machine are read into an empty folder: what a command finds whole, it has read from where it is kept.
 */
export async function findPlatform(cacheDirectory: string): Promise<{
  mongodbUri: Secret;
  objectStore: ObjectStoreEnvironment;
  datasetEnvironment: string;
}> {
  const { DATA_DIR, MONGODB_URI, DATASET_ENVIRONMENT, OBJECT_STORE_URL, ...access } = readEnvironment({
    ...objectStoreSettings,
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    OBJECT_STORE_URL: objectStoreSettings.OBJECT_STORE_URL.optional(),
    DATASET_ENVIRONMENT: datasetEnvironment.optional(),
  });
  const dataDirectory = resolve(DATA_DIR);
  const described = MONGODB_URI === undefined ? await readDescription(join(dataDirectory, 'sandbox.json')) : undefined;
  const objectStoreUrl =
    OBJECT_STORE_URL ?? described?.object_store_url ?? pathToFileURL(join(dataDirectory, 'objects')).href;
  return {
    mongodbUri: MONGODB_URI ?? new Secret(await readMongodbUri(dataDirectory, 'context')),
    objectStore: { ...access, OBJECT_STORE_URL: objectStoreUrl, OBJECT_CACHE_DIR: cacheDirectory },
    datasetEnvironment: DATASET_ENVIRONMENT ?? described?.dataset_environment ?? 'production',
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
