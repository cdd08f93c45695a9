import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment, Secret, secretText } from '@platform/config';
import { z } from 'zod';

const descriptorSchema = z.object({ mongodb_uri: z.string() });

/** Where a command's platform keeps its data: from the environment, else from the descriptor of the one that runs. */
export async function findPlatform(): Promise<{ mongodbUri: Secret; objectStoreUrl: string }> {
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    OBJECT_STORE_URL: z.string().optional().describe('where history is stored'),
  });
  const dataDirectory = resolve(environment.DATA_DIR);
  return {
    mongodbUri: environment.MONGODB_URI ?? (await mongodbOfDescriptor(join(dataDirectory, 'sandbox.json'))),
    objectStoreUrl: environment.OBJECT_STORE_URL ?? pathToFileURL(join(dataDirectory, 'objects')).href,
  };
}

async function mongodbOfDescriptor(file: string): Promise<Secret> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI.`, {
      cause,
    });
  });
  return new Secret(descriptorSchema.parse(JSON.parse(text)).mongodb_uri);
}
