import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { SHARED_MASTER_KEY } from '../processes/wallet-keys.js';
import { Vertical } from './vertical.js';

const WALLET = '{ wallet { address balance { heldUsd } } }';
/** Nothing listens there: both services start while a chain is down. */
const NOWHERE = 'http://127.0.0.1:1';
let vertical: Vertical;

beforeAll(async () => {
  const environment = {
    MONGODB_URI: process.env['TEST_MONGODB_URI'] ?? '',
    WALLET_MASTER_KEY: SHARED_MASTER_KEY,
    WALLET_CODE_SECRET: randomBytes(32).toString('base64'),
    ARBITRUM_RPC_URL: NOWHERE,
    POLYGON_RPC_URL: NOWHERE,
    HYPERLIQUID_API_URL: NOWHERE,
    POLYMARKET_CLOB_URL: NOWHERE,
    POLYMARKET_BRIDGE_URL: NOWHERE,
    POLYMARKET_RELAYER_URL: NOWHERE,
    LIGHTER_API_URL: NOWHERE,
    IDENTITY_GRPC_ADDRESS: '127.0.0.1:1',
  };
  vertical = await Vertical.start('wallet', environment, WALLET);
}, PROCESSES_HOOK_MS_MAX);

afterAll(() => vertical[Symbol.asyncDispose]());

test('a wallet whose chains can not be read is refused as a whole', async () => {
  const { data, errors } = await vertical.ask('acc_v1', WALLET);
  expect(data).toEqual({ wallet: null });
  expect(errors?.[0]?.extensions).toEqual({
    code: 'wallet_upstream_unavailable',
    details: { network: expect.stringMatching(/^(arbitrum|polygon)$/) },
  });
});

test("nobody sees another account's wallet", async () => {
  const asked = `{
    _entities(representations: [{ __typename: "Account", id: "acc_v2" }]) { ... on Account { wallet { address } } }
  }`;
  expect((await vertical.ask('acc_v1', asked)).errors?.[0]?.extensions.code).toBe('not_found');
  expect((await vertical.ask('acc_v2', asked)).errors?.[0]?.extensions.code).toBe('wallet_upstream_unavailable');
});

test('the service stops on SIGTERM with 0', async () => {
  expect(await vertical.stop()).toBe(0);
});
