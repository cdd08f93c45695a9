import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const chain = z.object({
  rpc_url: z.string(),
  chain_id: z.number(),
  usdc_address: z.string(),
  faucet_private_key: z.string(),
});

/** The descriptor that `npm start` writes once every process is healthy. */
const descriptorSchema = z.object({
  base_url: z.string(),
  graphql_url: z.string(),
  streams_url: z.string(),
  mongodb_uri: z.string(),
  /** Absent where mail goes to a provider. */
  mailbox_dir: z.string().default(''),
  arbitrum: chain,
  polygon: chain,
  venues: z.object({
    hyperliquid: z.object({ url: z.string(), ws_url: z.string() }),
    polymarket: z.object({ gamma_url: z.string(), clob_url: z.string() }),
    lighter: z.object({ url: z.string(), ws_url: z.string() }),
  }),
  identity_provider: z.object({ token_url: z.string() }),
  faults_url: z.string(),
  metrics: z.record(z.string(), z.string()),
  processes: z.record(z.string(), z.number()),
});
export type Descriptor = z.output<typeof descriptorSchema>;

/** Returns the descriptor, or undefined while there is none. */
export async function readDescriptor(dataDirectory: string): Promise<Descriptor | undefined> {
  const text = await readFile(join(dataDirectory, 'sandbox.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : descriptorSchema.parse(JSON.parse(text));
}
