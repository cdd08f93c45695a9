import { address, httpUrl, integer, Secret, secretByteList, secretBytes } from '@platform/kit/config';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { venueSettings } from '@platform/venues/wallet';
import { type Hex, isHex, size } from 'viem';
import { z } from 'zod';

/** May hold a provider's key, so it is secret. */
const rpcUrl = httpUrl.transform((url) => new Secret(url));

const PRIVATE_KEY_BYTES = 32;
const privateKey = z
  .custom<Hex>((value) => isHex(value) && size(value) === PRIVATE_KEY_BYTES, 'must be 0x and 64 hexadecimal digits')
  .transform((key) => new Secret(key));

/** Anything but `true` and `false` counts as off, as the interface document says; `isValid` shows whether to warn. */
const switchedOn = z
  .string()
  .default('false')
  .transform((text) => ({ isOn: text === 'true', isValid: ['true', 'false', ''].includes(text.trim()) }));

/** The environment of the wallet service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('wallet'),
  OBJECT_STORE_URL: z.string().describe('where the sealed copies of keys are, file:///path'),
  CURSOR_SECRET: secretBytes(32).describe('key that signs cursors; 32 bytes in base64'),
  WALLET_MASTER_KEY: secretBytes(32).describe('master key that seals every wallet key; 32 bytes in base64'),
  WALLET_FORMER_MASTER_KEYS: secretByteList(32).describe(
    'former master keys that still open what they sealed, separated by commas; `npm run ops -- keys rewrap` ends the need',
  ),
  WALLET_CODE_SECRET: secretBytes(32).describe('key that codes of withdrawals are hashed with; 32 bytes in base64'),
  RELAYER_PRIVATE_KEY: privateKey
    .optional()
    .describe('key that pays for gas on Arbitrum; without it no money leaves a wallet'),
  RELAYER_FEE_PER_GAS_MAX_GWEI: integer(1, 1_000_000)
    .default(100)
    .describe('what a unit of gas may cost at most; while the chain asks more, nothing leaves a wallet'),
  RELAYER_ACCOUNT_GWEI_PER_DAY: integer(1, 9_000_000_000)
    .default(50_000_000)
    .describe(
      'what the transfers of one account may cost per day (UTC), in gwei; then its withdrawals wait until the next',
    ),
  RELAYER_GWEI_PER_DAY: integer(1, 9_000_000_000)
    .default(1_000_000_000)
    .describe('what the transfers of all accounts may cost per day (UTC), in gwei'),
  ARBITRUM_RPC_URL: rpcUrl.describe('JSON-RPC address of Arbitrum One'),
  POLYGON_RPC_URL: rpcUrl.describe('JSON-RPC address of Polygon'),
  ARBITRUM_DEPOSITS_FROM_BLOCK: integer(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('block at which a new platform starts looking for deposits; unset: the newest final block'),
  ...venueSettings,
  IDENTITY_GRPC_ADDRESS: address.describe('the identity service'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  FEATURE_WITHDRAWAL_OTP: switchedOn.describe(
    'whether withdrawals need a proof; when off, they can only go to the login wallet; a change takes a restart',
  ),
  SETUP_RECONCILIATION_SECONDS: integer(1, 86_400)
    .default(900)
    .describe('how long a venue may take to show a credit before an operator must look'),
};
