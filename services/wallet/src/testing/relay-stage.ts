/** The relayer on a real database and chain, advanced by hand, with one wallet whose transfers it sends. */

import { FlowTurns } from '@platform/flows';
import { giveAllTurns } from '@platform/flows/testing';
import { Seals } from '@platform/keys/seals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { connectMongo, inTransaction } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { erc20Abi, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { EvmNode } from '../chains/evm-node.js';
import { tokenRow, usdcOn } from '../chains/token.js';
import type { LegReference } from '../operation-reference.js';
import { callSeals } from '../relayer/call-seals.js';
import { Rebroadcasts } from '../relayer/rebroadcasts.js';
import { RelayChain } from '../relayer/relay-chain.js';
import { Relayer } from '../relayer/relayer.js';
import { Signer } from '../signing/signer.js';
import { callOf } from '../transfers/call.js';
import { usdcTransfers } from '../transfers/family.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { startTestChain } from './anvil.js';
import { testWallets } from './wallets.js';

export const RECEIVER = '0x1000000000000000000000000000000000000001';
export const FEE_PER_GAS_MAX_WEI = parseGwei('100');
/** How long a transfer is valid. */
export const VALIDITY_MS = 3_600_000;

/** Starts an empty database and a chain; the wallet has 1,000 micro-USDC, the relayer one ether. */
export async function openRelayStage(database: string) {
  const clock = new ManualClock(Date.now());
  const ids = createIdSource(clock, systemRandom);
  const logger = createLogger({ process: 'test', level: 'fatal' });
  const connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), database);
  await resetDatabase(connection);
  const chain = await startTestChain('arbitrum');
  const { client } = chain;
  const newKey = async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    await client.setBalance({ address: account.address, value: parseEther('1') });
    return account;
  };
  const account = await newKey();
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
  const { wallets } = testWallets({ connection, vault, ids, clock });
  const seals = callSeals(new Seals(new Secret(systemRandom.bytes(32)), logger));
  const partsOf = (Chain = RelayChain, key = account, rpcUrl = chain.rpcUrl) => {
    const given = { connection, account: key, chain: new Chain(new EvmNode('arbitrum', new Secret(rpcUrl))) };
    const feePerGasMaxWei = FEE_PER_GAS_MAX_WEI;
    return { ...given, seals, feePerGasMaxWei, ids, clock, logger, owner: 'test' };
  };
  /** Starts the relayer as after a restart of the process: it knows only what is stored. */
  const start = (...given: Parameters<typeof partsOf>) => new Relayer(partsOf(...given));
  const relayer = start();
  const family = usdcTransfers({ require: async () => {} });
  const signer = new Signer(connection, vault, ids, clock);
  await Promise.all([wallets.initialize(), relayer.initialize()]);
  const wallet = await wallets.primary('acc_1');
  await chain.setUsdc(wallet.address, 1_000n);
  const legOf = (id: string): LegReference => ({ operation: { kind: 'withdrawal', id }, leg: 'transfer' });
  return {
    ...{ clock, connection, chain, account, wallet, relayer, newKey, start },
    rebroadcasts: (Chain = RelayChain) => new Rebroadcasts(partsOf(Chain)),
    find: (id: string) => relayer.find(legOf(id)),
    enqueue: async (id: string, amountMicroUsdc = 10n) => {
      const { _id: walletId, accountId } = wallet;
      const validBefore = new Date(clock.nowMs() + VALIDITY_MS);
      const paid = { token: usdcOn('arbitrum'), source: 'arbitrum', to: RECEIVER, amountMicroUsdc } as const;
      const transfer = { ...legOf(id), accountId, walletId, ...paid, validBefore };
      const signed = await signer.sign(wallet, family, transfer, { workload: 'wallet', accountId, cause: id });
      await inTransaction(connection, (session) => relayer.enqueue(callOf(signed), session));
    },
    /** Advances every open transaction. */
    advance: (each: Relayer) => {
      const turns = { store: each.store, advance: each.advance.bind(each) };
      return giveAllTurns(new FlowTurns({ ...turns, clock, random: systemRandom, logger }));
    },
    received: () =>
      client.readContract({
        address: tokenRow(usdcOn('arbitrum')).address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [RECEIVER],
      }),
    /** Anvil answers a send before it has mined it; this returns once it has. */
    mined: () => client.mine({ blocks: 1 }),
    finalise: () => client.mine({ blocks: 2 }),
    close: () => Promise.all([connection.close(), chain.close()]),
  };
}

export type RelayStage = Awaited<ReturnType<typeof openRelayStage>>;

/** A chain that broadcasts nothing: the process died first, or the node lost the transaction. */
export class Mute extends RelayChain {
  override async broadcast(): Promise<void> {}
}
