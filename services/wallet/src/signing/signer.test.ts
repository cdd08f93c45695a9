import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Workload } from '@platform/keys/tokens';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { BRIDGE_ADDRESS, isTradingFamily } from '@platform/venues/hyperliquid/codec';
import { agentApprovals, feeApprovals, l1Actions } from '@platform/venues/hyperliquid/wallet';
import type { VenueId } from '@platform/venues/registry';
import { type Address, type Hex, isHex, pad, recoverTypedDataAddress, zeroAddress } from 'viem';
import { z } from 'zod';
import { usdcOn } from '../chains/token.js';
import { testWallets } from '../testing/wallets.js';
import type { AcceptedTransfer } from '../transfers/accepted-transfer.js';
import { usdcTransfers } from '../transfers/family.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Requester } from './requester.js';
import { Signer } from './signer.js';

interface Vector {
  name: string;
  network: 'Mainnet' | 'Testnet';
  request: {
    action: Record<string, unknown> & { type: string };
    nonce: number;
    signature: { r: Hex; s: Hex; v: number };
    expiresAfter?: number;
    vaultAddress?: Address;
  };
}

const hex = z.custom<Hex>((value) => isHex(value));
const Signature = z.object({ r: hex, s: hex, v: z.number() });
const Approval = z.object({ action: z.looseObject({}), signature: Signature });

/** Made by the official Python SDK with the key 0x4c4c…4c. */
const fixtures = new URL(
  '../../../../venues/hyperliquid/sandbox/exchange/fixtures/sdk-signatures.json',
  import.meta.url,
);
const { signer: sdkSigner, vectors } = JSON.parse(readFileSync(fixtures, 'utf8')) as {
  signer: string;
  vectors: Vector[];
};
const trades = vectors.filter(
  ({ network, request }) =>
    network === 'Mainnet' && request.vaultAddress === undefined && isTradingFamily(request.action.type),
);
const clock = new ManualClock(1_763_716_800_123);
/** Every key that it creates is the vectors' key. */
const random = { bytes: (count: number) => Buffer.alloc(count, 0x4c), digits: () => '000000' };
let connection: Connection;
let signer: Signer;
let wallet: WalletRecord;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_signer');
  await resetDatabase(connection);
  const ids = createIdSource(clock, systemRandom);
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(random.bytes(32)), random), random);
  signer = new Signer(connection, vault, ids, clock);
  await signer.initialize();
  wallet = await testWallets({ connection, vault, ids, clock }).wallets.primary('acc_1');
});

afterAll(() => connection.close());

function asked(workload: Workload, accountId = 'acc_1'): Requester {
  return { workload, accountId, cause: 'test' };
}

function padded({ r, s, v }: { r: Hex; s: Hex; v: number }) {
  return { r: pad(r), s: pad(s), v };
}

/** Returns a nonce source that draws the given nonce. */
const drawing = (nonce: number) => ({ draw: async () => nonce });

async function l1({ action, nonce, expiresAfter }: Vector['request'], requester = asked('execution')) {
  const request = { actionJson: JSON.stringify(action), expiresAfterMs: expiresAfter };
  const { signatureJson } = await signer.sign(wallet, l1Actions(drawing(nonce)), request, requester);
  return { signature: Signature.parse(JSON.parse(signatureJson)) };
}

describe('a signature', () => {
  test('the wallet of these tests has the key of the vectors, and there are ten or more', () => {
    expect(wallet.address.toLowerCase()).toBe(sdkSigner);
    expect(trades.length).toBeGreaterThanOrEqual(10);
  });

  test.each(trades.map((vector) => [vector.name, vector] as const))(
    'of %s is the official SDK’s, bit by bit',
    async (_name, { request }) => {
      const { signature } = await l1(request);
      expect(padded(signature)).toEqual(padded(request.signature));
    },
  );

  test('of an approval is the wallet’s over what the venue documents', async () => {
    const agentAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
    const fields = { agentAddress, agentName: 'bot', nonce: 1_763_716_800_123 } as const;
    const approvals = agentApprovals(drawing(fields.nonce));
    const approval = await signer.sign(wallet, approvals, { agentAddress, agentName: 'bot' }, asked('venue-proxy'));
    const { action, signature } = Approval.parse(JSON.parse(approval));
    expect(action).toMatchObject({ type: 'approveAgent', signatureChainId: '0xa4b1', hyperliquidChain: 'Mainnet' });
    const { r, s, v } = signature;
    const recovered = await recoverTypedDataAddress({
      domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 42_161, verifyingContract: zeroAddress },
      types: {
        'HyperliquidTransaction:ApproveAgent': [
          { name: 'hyperliquidChain', type: 'string' },
          { name: 'agentAddress', type: 'address' },
          { name: 'agentName', type: 'string' },
          { name: 'nonce', type: 'uint64' },
        ],
      },
      primaryType: 'HyperliquidTransaction:ApproveAgent',
      message: { hyperliquidChain: 'Mainnet', ...fields, nonce: BigInt(fields.nonce) },
      signature: { r: pad(r), s: pad(s), v: BigInt(v) },
    });
    expect(recovered).toBe(wallet.address);
  });

  test('of a builder fee is the wallet’s over what the venue documents', async () => {
    const builderAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
    const fields = { builderAddress, maximumFeeTenthsOfBasisPoint: 10, nonce: 1_763_716_800_123 } as const;
    const approvals = feeApprovals(fields, drawing(fields.nonce));
    const { approvalJson } = await signer.sign(wallet, approvals, undefined, asked('venue-proxy'));
    const { signature } = Approval.parse(JSON.parse(approvalJson));
    const { r, s, v } = signature;
    const recovered = await recoverTypedDataAddress({
      domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 42_161, verifyingContract: zeroAddress },
      types: {
        'HyperliquidTransaction:ApproveBuilderFee': [
          { name: 'hyperliquidChain', type: 'string' },
          { name: 'maxFeeRate', type: 'string' },
          { name: 'builder', type: 'address' },
          { name: 'nonce', type: 'uint64' },
        ],
      },
      primaryType: 'HyperliquidTransaction:ApproveBuilderFee',
      message: {
        hyperliquidChain: 'Mainnet',
        maxFeeRate: '0.01%',
        builder: builderAddress,
        nonce: BigInt(fields.nonce),
      },
      signature: { r: pad(r), s: pad(s), v: BigInt(v) },
    });
    expect(recovered).toBe(wallet.address);
  });

  test('leaves a record of who had what signed, without the signature', async () => {
    const [vector] = trades;
    if (vector === undefined) throw new Error('no vector');
    await connection.collection('signatures').deleteMany();
    const { signature } = await l1(vector.request);
    const records = await connection.collection('signatures').find().toArray();
    expect(records).toMatchObject([
      {
        accountId: 'acc_1',
        address: wallet.address,
        walletId: wallet._id,
        venue: 'hyperliquid',
        family: 'l1_action',
        workload: 'execution',
        cause: 'test',
        intentDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(signature.r.slice(2));
  });
});

describe('policy', () => {
  const [order] = trades;

  test.each(['gateway', 'identity', 'context', 'runtime', 'wallet', 'venue-proxy'] as const)(
    'signs no trade for %s',
    async (workload) => {
      await expect(l1(order!.request, asked(workload))).rejects.toMatchObject({ code: 'insufficient_permissions' });
    },
  );

  test.each([
    ...['withdraw3', 'usdSend', 'spotSend', 'sendAsset', 'usdClassTransfer', 'approveAgent', 'approveBuilderFee'],
    ...['convertToMultiSigUser', 'vaultTransfer', 'subAccountTransfer', 'setReferrer', 'tokenDelegate', 'unheard-of'],
  ])('signs no %s as a trade', async (type) => {
    const request = { ...order!.request, action: { type } };
    await expect(l1(request)).rejects.toMatchObject({ code: 'native_action_unsupported' });
  });

  test('signs for no other account than the wallet’s', async () => {
    await expect(l1(order!.request, asked('execution', 'acc_2'))).rejects.toThrow(/is not of account acc_2/);
  });

  test('signs no transfer for another process, and a setup’s to the bridge alone', async () => {
    const bridgeAlone = {
      require: async (_walletId: string, venue: VenueId, to: Address) => {
        if (venue !== 'hyperliquid' || to !== BRIDGE_ADDRESS) throw new Error('another address');
      },
    };
    const transfers = usdcTransfers(bridgeAlone);
    const request: AcceptedTransfer = {
      ...{ operation: { kind: 'setup', id: 'set_1', venue: 'hyperliquid' }, leg: 'transfer' },
      ...{ accountId: 'acc_1', walletId: 'wal_1', token: usdcOn('arbitrum'), source: 'arbitrum' },
      ...{ to: '0x1000000000000000000000000000000000000001', amountMicroUsdc: 1n, validBefore: new Date(2_000) },
    };
    await expect(signer.sign(wallet, transfers, request, asked('execution'))).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
    const paid = { ...request, to: BRIDGE_ADDRESS };
    const operation = { kind: 'setup', id: 'set_1', venue: 'lighter' } as const;
    const elsewhere = { ...paid, operation };
    for (const wrong of [request, elsewhere])
      await expect(signer.sign(wallet, transfers, wrong, asked('wallet'))).rejects.toThrow(/another address/);
    await signer.sign(wallet, transfers, paid, asked('wallet'));
  });

  test('signs no builder fee for another process than a venue proxy, nor one that is higher than the platform’s', async () => {
    const builderAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
    const fee = (maximumFeeTenthsOfBasisPoint: number, workload: Workload) => {
      const approvals = feeApprovals({ builderAddress, maximumFeeTenthsOfBasisPoint }, drawing(1));
      return signer.sign(wallet, approvals, undefined, asked(workload));
    };
    await expect(fee(10, 'execution')).rejects.toMatchObject({ code: 'insufficient_permissions' });
    await expect(fee(11, 'venue-proxy')).rejects.toThrow(/would take 11/);
  });

  test('leaves no record of what it refused', async () => {
    await connection.collection('signatures').deleteMany();
    await l1(order!.request, asked('runtime')).catch(() => undefined);
    expect(await connection.collection('signatures').countDocuments()).toBe(0);
  });
});
