import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { backtestRequest, deploymentRequest } from '../end-to-end/strategies.js';
import type { Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

/** One of everything that an account can have. */
export interface Owned {
  readonly accountId: string;
  readonly walletAddress: string;
  readonly tradingAccountId: string;
  readonly keyId: string;
  readonly backtestId: string;
  readonly deploymentId: string;
  readonly executionId: string;
  readonly withdrawalId: string;
  readonly depositId: string;
}

/** Makes one of everything for an account. */
export async function ownOneOfEach(platform: Platform, owner: Caller): Promise<Owned> {
  const key = await owner.sendAsSession('POST', '/account/keys', { name: 'to-be-revoked' });
  const backtest = await owner.send('POST', '/runtime/backtests', backtestRequest());
  const deployment = await owner.send('POST', '/runtime/deployments', deploymentRequest('owned'));
  const { body } = await owner.query('{ wallet { address } }');
  const accounts = await owner.send('GET', '/account/hyperliquid');
  const walletAddress: string = body.data.wallet.address;
  const { accountId } = owner;
  return {
    ...{ accountId, walletAddress, keyId: key.body.key_id, backtestId: backtest.body.id },
    tradingAccountId: accounts.body.accounts[0].id,
    deploymentId: deployment.body.id,
    executionId: await insert(platform, 'execution', 'executions', executionOf(accountId, walletAddress)),
    withdrawalId: await insert(platform, 'wallet', 'withdrawals', withdrawalOf(accountId, walletAddress)),
    depositId: await insert(platform, 'wallet', 'deposits', depositOf(accountId)),
  };
}

const AMOUNT_MICRO_USDC = mongoose.mongo.Long.fromNumber(60_000_000);

/** Records of moved money are written in their services' format: other tests really move money. */
async function insert(platform: Platform, service: string, collection: string, record: object): Promise<string> {
  const { insertedId } = await withStore(platform, service, (store) => store.collection(collection).insertOne(record));
  return String(insertedId);
}

function executionOf(accountId: string, accountAddress: string): object {
  return {
    ...{ _id: `exe_${randomUUID()}`, accountId, accountAddress, idempotencyKey: 'settled', status: 'succeeded' },
    ...{ venue: 'hyperliquid', actionType: 'order', createdAt: new Date(), finishedAt: new Date(), resultJson: '{}' },
  };
}

function withdrawalOf(accountId: string, destinationWallet: string): object {
  return {
    ...{ _id: `wd_${randomUUID()}`, accountId, destinationWallet, key: randomUUID(), intentHash: '', state: 'failed' },
    ...{ source: 'arbitrum', network: 'arbitrum', asset: 'USDC' },
    ...{ amountMicroUsdc: AMOUNT_MICRO_USDC, feeMicroUsdc: mongoose.mongo.Long.ZERO, error: 'transfer_not_made' },
    ...{ validBefore: new Date(), createdAt: new Date(), updatedAt: new Date() },
  };
}

function depositOf(accountId: string): object {
  return {
    ...{ _id: `dep_${randomUUID()}`, accountId, transferKey: randomUUID(), status: 'failed', chain: 'arbitrum' },
    ...{
      asset: 'USDC',
      amountMicroUsdc: AMOUNT_MICRO_USDC,
      txHash: `0x${'1'.repeat(64)}`,
      blockNumber: 1,
      createdAt: new Date(),
    },
  };
}
