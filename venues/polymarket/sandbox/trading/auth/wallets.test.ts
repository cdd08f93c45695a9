import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Chain, ClobClient, Side, SignatureTypeV2 } from '@polymarket/clob-client-v2';
import {
  type Address,
  concat,
  createWalletClient,
  domainSeparator,
  type Hex,
  hashStruct,
  http,
  size,
  toHex,
} from 'viem';
import { toAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import { newTrader, pickMarket, startTestVenue, type TestVenue, type Trader } from '../../testing/index.js';

/** A deposit wallet's own key: its owner signs for it as the wallet's contract checks signatures (EIP-1271, ERC-7739). */

const TYPE = 'ClobAuth(address address,string timestamp,uint256 nonce,string message)';
const CLOB_AUTH = [
  { name: 'address', type: 'address' },
  { name: 'timestamp', type: 'string' },
  { name: 'nonce', type: 'uint256' },
  { name: 'message', type: 'string' },
] as const;
const domain = { name: 'ClobAuthDomain', version: '1', chainId: 137 } as const;
let venue: TestVenue;
let user: Trader;

beforeAll(async () => {
  venue = await startTestVenue();
  user = await newTrader(venue, 100, 'wallet');
});
afterAll(() => venue.close());

/** Returns the headers by which a wallet asks for a key. */
async function walletHeaders({ account }: Trader, wallet: Address): Promise<Record<string, string>> {
  const timestamp = String(venue.clock.nowMs() / 1_000);
  const text = 'This message attests that I control the given wallet';
  const contents = { address: wallet, timestamp, nonce: 0n, message: text };
  const own = await account.signTypedData({
    domain,
    types: {
      TypedDataSign: [
        { name: 'contents', type: 'ClobAuth' },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
      ClobAuth: CLOB_AUTH,
    },
    primaryType: 'TypedDataSign',
    message: {
      contents,
      ...{ name: 'DepositWallet', version: '1', chainId: 137n, verifyingContract: wallet },
      salt: toHex(0, { size: 32 }),
    },
  });
  const separator = domainSeparator({ domain });
  const hash = hashStruct({ data: contents, primaryType: 'ClobAuth', types: { ClobAuth: CLOB_AUTH } });
  const type: Hex = toHex(TYPE);
  const signature = concat([own, separator, hash, type, toHex(size(type), { size: 2 })]);
  return { POLY_ADDRESS: wallet, POLY_SIGNATURE: signature, POLY_TIMESTAMP: timestamp, POLY_NONCE: '0' };
}

test('a wallet whose owner signs for it has a key of its own, which places its orders', async () => {
  const headers = await walletHeaders(user, user.wallet);
  const answer = await fetch(`${venue.clobUrl}/auth/api-key`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
  const made = (await answer.json()) as { apiKey: string; secret: string; passphrase: string };
  expect(made.apiKey).not.toBe(user.creds.key);
  const account = toAccount({
    address: user.wallet,
    signMessage: user.account.signMessage,
    signTransaction: user.account.signTransaction,
    signTypedData: user.account.signTypedData,
  });
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const client = new ClobClient({
    ...{ host: venue.clobUrl, chain: Chain.POLYGON, signer, funderAddress: user.wallet, useServerTime: true },
    creds: { key: made.apiKey, secret: made.secret, passphrase: made.passphrase },
    ...{ signatureType: SignatureTypeV2.POLY_1271, throwOnError: true },
  });
  const { tokenId: tokenID } = await pickMarket(user);
  const placed = await client.createAndPostOrder({ tokenID, price: 0.1, side: Side.BUY, size: 10 });
  expect(placed).toMatchObject({ status: 'live' });
  // It is of the key that placed it: the owner's own key does not see it.
  expect(await client.getOpenOrders()).toHaveLength(1);
  expect(await user.client.getOpenOrders()).toEqual([]);
});

test('a wallet of another owner has none', async () => {
  const other = await newTrader(venue, 0, 'wallet');
  const headers = await walletHeaders(user, other.wallet);
  const answer = await fetch(`${venue.clobUrl}/auth/api-key`, { method: 'POST', headers });
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'Invalid L1 Request headers' }]);
});
