import { readFile } from 'node:fs/promises';
import { type Descriptor, Hex } from '@platform/kit/descriptor';
import { byNetwork, networkVariable } from '@platform/kit/networks';
import { CHAINS, FAULTS_PATH, mongodUri, TOKEN_PATH } from '@platform/sandbox/parts';
import type { z } from 'zod';
import type { settings } from './settings.js';

/** The descriptor, by which the sandbox's command finds everything: the addresses as the processes themselves have them. */
export async function describeSandbox(
  environment: z.output<z.ZodObject<typeof settings>>,
  faucetKeyFile: string,
): Promise<Descriptor> {
  const faucetKey = Hex.parse((await readFile(faucetKeyFile, 'utf8')).trim());
  const chains = byNetwork((name) => {
    const { id, usdcAddress } = CHAINS[name];
    const rpcUrl = environment[networkVariable(name, 'RPC_URL')];
    return { rpc_url: rpcUrl, chain_id: id, usdc_address: usdcAddress, faucet_private_key: faucetKey };
  });
  return {
    base_url: environment.PUBLIC_URL,
    graphql_url: environment.GATEWAY_URL,
    streams_url: `${environment.PUBLIC_URL}/streams`,
    mongodb_uri: mongodUri(environment.MONGODB_ADDRESS),
    mailbox_dir: environment.MAILBOX_DIR,
    ...chains,
    venues: {},
    identity_provider: { token_url: environment.SANDBOX_URL + TOKEN_PATH },
    faults_url: environment.SANDBOX_URL + FAULTS_PATH,
    metrics: {},
    processes: {},
  };
}
