import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { httpUrl, readEnvironment, Secret, secretText } from '@platform/config';
import { z } from 'zod';

const descriptorSchema = z.object({ mongodb_uri: z.string(), arbitrum: z.object({ rpc_url: z.string() }) });

/** The store and the chain of a platform: from the environment, else from the descriptor of the one that runs. */
export async function findPlatform(): Promise<{ mongodbUri: Secret; arbitrumRpcUrl: Secret }> {
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    ARBITRUM_RPC_URL: httpUrl.optional().describe('JSON-RPC address of Arbitrum One'),
  });
  const { MONGODB_URI: mongodbUri, ARBITRUM_RPC_URL: rpcUrl } = environment;
  if (mongodbUri !== undefined && rpcUrl !== undefined) return { mongodbUri, arbitrumRpcUrl: new Secret(rpcUrl) };
  const file = join(resolve(environment.DATA_DIR), 'sandbox.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI and ARBITRUM_RPC_URL.`,
      { cause },
    );
  });
  const descriptor = descriptorSchema.parse(JSON.parse(text));
  return {
    mongodbUri: mongodbUri ?? new Secret(descriptor.mongodb_uri),
    arbitrumRpcUrl: new Secret(rpcUrl ?? descriptor.arbitrum.rpc_url),
  };
}
