/** Many inactive wallets, for measuring the checker's cost with them. */
import { Seals } from '@platform/keys/seals';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { getAddress, toHex } from 'viem';
import { EvmChain } from '../chains/evm-chain.js';
import { EvmNode } from '../chains/evm-node.js';
import { tokenName, usdcOn } from '../chains/token.js';
import { ChainComparison } from '../checker/chain-comparison.js';
import { LedgerChecker } from '../checker/checker.js';
import { chainCursorModel } from '../deposits/model.js';
import { Ledger } from '../ledger/ledger.js';
import { inWallet } from '../ledger/locations.js';
import { balanceModel } from '../ledger/model.js';
import { type WalletRecord, walletModel } from '../wallets/model.js';
import { WalletOwners } from '../wallets/owners.js';
import { walletSeals } from '../wallets/wallet-seals.js';

const ADDRESS_BYTES = 20;
const SEAL_KEY_BYTES = 32;

/** A database of inactive wallets, and the checker over it. */
export interface WalletsAtRest {
  /** Adds `count` wallets, each with an empty balance, here and on the chain. */
  add(count: number): Promise<void>;
  /** Runs one round of the checker. */
  check(): Promise<void>;
  /** Deletes all of them. */
  close(): Promise<void>;
}

/** Opens its own empty database; everything is settled up to the chain's current newest block. */
export async function openWalletsAtRest(mongodbUri: Secret, arbitrumRpcUrl: Secret): Promise<WalletsAtRest> {
  const connection = await connectMongo(mongodbUri, 'wallets_at_rest');
  await resetDatabase(connection);
  const ids = createIdSource(systemClock, systemRandom);
  const node = new EvmNode('arbitrum', arbitrumRpcUrl);
  const token = usdcOn('arbitrum');
  const ledger = new Ledger(connection, ids, systemClock);
  const wallets = walletModel(connection);
  await Promise.all([ledger.initialize(), wallets.createIndexes()]);
  const newest = await node.ask((client) => client.getBlockNumber());
  await chainCursorModel(connection).create({ _id: tokenName(token), nextBlock: Number(newest) + 1 });
  const logger = createLogger({ process: 'wallets-at-rest', level: 'warn' });
  const seals = walletSeals(new Seals(new Secret(systemRandom.bytes(SEAL_KEY_BYTES)), logger));
  const owners = new WalletOwners(connection, seals);
  const comparison = new ChainComparison(connection, ledger, owners, new EvmChain(node), logger, systemClock);
  const checker = new LedgerChecker(connection, ledger, logger);
  return {
    add: async (count) => {
      const records = Array.from({ length: count }, (): WalletRecord => {
        const address = getAddress(toHex(systemRandom.bytes(ADDRESS_BYTES)));
        // Their keys are never opened.
        const sealedKey = { version: 1, masterKeyId: 'none', wrappedDataKey: 'none', ciphertext: 'none' };
        const sealed = { _id: ids.next('wal'), accountId: ids.next('acc'), accountIndex: 0, address };
        return { ...sealed, sealedKey, seal: seals.seal(sealed), createdAt: systemClock.now() };
      });
      await wallets.insertMany(records);
      const rows = records.map(({ _id }) => ({ _id: inWallet(_id, token), amountMicroUsdc: 0n }));
      await balanceModel(connection).insertMany(rows);
    },
    check: async () => {
      await comparison.check();
      await checker.check();
    },
    close: async () => {
      await resetDatabase(connection);
      await connection.close();
    },
  };
}
