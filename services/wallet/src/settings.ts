import {
  address,
  awsSettings,
  httpUrl,
  integer,
  masterKeySetting,
  masterKeySettings,
  Secret,
  secretBytes,
  switchedOn,
} from '@platform/kit/config';
import { byNetwork, type Network, networkSettings, networkVariable } from '@platform/kit/networks';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { objectStoreSettings } from '@platform/store/objects';
import { switches } from '@platform/venues/registry';
import { venueSettings } from '@platform/venues/wallet';
import { type Hex, isHex, parseGwei, size } from 'viem';
import { z } from 'zod';
import type { NetworkOptions } from './networks/open-network.js';

/** May hold a provider's key, so it is secret. */
const rpcUrl = httpUrl.transform((url) => new Secret(url));

const PRIVATE_KEY_BYTES = 32;
const privateKey = z
  .custom<Hex>((value) => isHex(value) && size(value) === PRIVATE_KEY_BYTES, 'must be 0x and 64 hexadecimal digits')
  .transform((key) => new Secret(key));

/** How AWS KMS is reached, where a master key is there. */
export const kmsSettings = {
  AWS_ENDPOINT_URL_KMS: httpUrl.optional().describe("address of AWS KMS; unset: that of the key's region"),
  ...awsSettings,
};

/** The environment of the wallet service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('wallet'),
  ...objectStoreSettings,
  CURSOR_SECRET: secretBytes(32).describe('key that signs cursors; 32 bytes in base64'),
  WALLET_MASTER_KEY: masterKeySetting.describe(
    'master key that seals every wallet key: 32 bytes in base64, or `aws-kms:` and the ARN of a key in AWS KMS',
  ),
  WALLET_FORMER_MASTER_KEYS: masterKeySettings.describe(
    'former master keys that still open what they sealed, separated by commas; `npm run ops -- keys rewrap` ends the need',
  ),
  ...kmsSettings,
  WALLET_CODE_SECRET: secretBytes(32).describe('key that codes of withdrawals are hashed with; 32 bytes in base64'),
  RELAYER_PRIVATE_KEY: privateKey
    .optional()
    .describe('key that pays for gas on every network; without it no money leaves a wallet'),
  ...networkSettings('RPC_URL', ({ name }) => rpcUrl.describe(`JSON-RPC address of ${name}`)),
  ...networkSettings('DEPOSITS_FROM_BLOCK', ({ name }) =>
    integer(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe(`block of ${name} at which a new platform starts looking for deposits; unset: the newest final one`),
  ),
  ...networkSettings('FEE_PER_GAS_MAX_GWEI', ({ name, gas }) =>
    integer(1, 1_000_000)
      .default(gas.feePerGasMaxGwei)
      .describe(
        `what a unit of gas may cost at most on ${name}; while the network asks more, nothing leaves a wallet there`,
      ),
  ),
  ...networkSettings('ACCOUNT_GAS_GWEI_PER_DAY', ({ name, gas }) =>
    integer(1, Number.MAX_SAFE_INTEGER)
      .default(gas.accountGweiPerDay)
      .describe(
        `what the transfers of one account on ${name} may cost per day (UTC), in gwei; then they wait until the next`,
      ),
  ),
  ...networkSettings('GAS_GWEI_PER_DAY', ({ name, gas }) =>
    integer(1, Number.MAX_SAFE_INTEGER)
      .default(gas.totalGweiPerDay)
      .describe(`what the transfers of all accounts on ${name} may cost per day (UTC), in gwei`),
  ),
  ...venueSettings,
  IDENTITY_GRPC_ADDRESS: address.describe('the identity service'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  FEATURE_WITHDRAWAL_OTP: switchedOn.describe(
    'whether withdrawals need a proof; when off, they can only go to the login wallet; a change takes a restart',
  ),
  FEATURE_VENUE_EXITS: switches.FEATURE_VENUE_EXITS,
  SETUP_RECONCILIATION_SECONDS: integer(1, 86_400)
    .default(900)
    .describe(
      'how long a venue may take to show a credit, or its bridge to pay a withdrawal, before an operator must look',
    ),
};

/** Returns how the environment has the networks reached, and what may be spent there. */
export function networkOptionsOf(environment: z.output<z.ZodObject<typeof settings>>): Record<Network, NetworkOptions> {
  return byNetwork((network) => ({
    rpcUrl: environment[networkVariable(network, 'RPC_URL')],
    depositsFromBlock: environment[networkVariable(network, 'DEPOSITS_FROM_BLOCK')],
    feePerGasMaxWei: parseGwei(String(environment[networkVariable(network, 'FEE_PER_GAS_MAX_GWEI')])),
    gasLimits: {
      accountGwei: BigInt(environment[networkVariable(network, 'ACCOUNT_GAS_GWEI_PER_DAY')]),
      totalGwei: BigInt(environment[networkVariable(network, 'GAS_GWEI_PER_DAY')]),
    },
  }));
}
