import { networks } from '@platform/kit/networks';
import {
  type Address,
  createPublicClient,
  createTestClient,
  type Hex,
  http,
  keccak256,
  type PublicClient,
  parseEther,
  parseGwei,
  type TestClient,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { keyFromFaucet } from '../../../simulation/money/index.js';

const RPC_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;
const MINED_WITHIN_MS = 30_000;
const MINIMUM_ETHER = parseEther('1000');
const GAS_MAX = 5_000_000n;
const FEES = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1') };

/** A call of a contract. */
export interface ContractCall {
  readonly to: Address;
  readonly data: Hex;
}

/** A signed transaction, which can be sent any number of times and is executed once. */
export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

/** Returns a key of the sandbox that follows from the faucet's, so that it is the same after a restart. */
export function derivedKey(faucetPrivateKey: Hex, purpose: string): Hex {
  return keyFromFaucet(faucetPrivateKey, `polymarket ${purpose}`);
}

/** The account that settles, resolves and relays on the embedded Polygon, and the sandbox's view of that chain. */
export class Operator {
  readonly client: PublicClient;
  readonly account: PrivateKeyAccount;
  readonly #node: TestClient;
  /** The last sending: each waits for the one before, so that no two take the same number. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(rpcUrl: string, faucetPrivateKey: Hex) {
    const transport = http(rpcUrl, { retryCount: 0, timeout: RPC_TIMEOUT_MS });
    this.client = createPublicClient({ transport, pollingInterval: POLL_INTERVAL_MS });
    this.#node = createTestClient({ mode: 'anvil', transport });
    this.account = privateKeyToAccount(derivedKey(faucetPrivateKey, 'operator'));
  }

  /** Provides the account with gas. */
  async provide(): Promise<void> {
    const { address } = this.account;
    if ((await this.client.getBalance({ address })) >= MINIMUM_ETHER) return;
    await this.#node.setBalance({ address, value: 2n * MINIMUM_ETHER });
  }

  /** Places code at an address where another or none is. */
  async place(address: Address, bytecode: Hex): Promise<void> {
    if ((await this.client.getCode({ address })) === bytecode) return;
    await this.#node.setCode({ address, bytecode });
  }

  /**
   * Sends a call and returns its hash; it may still revert. `onSigned` is called before anything is sent, so that the transaction can be
   * put on disk.
   */
  send(call: ContractCall, onSigned: (signed: SignedTransaction) => void = () => undefined): Promise<Hex> {
    return this.#inTurn(async () => {
      const signed = await this.#sign(call);
      onSigned(signed);
      return this.client.sendRawTransaction({ serializedTransaction: signed.raw });
    });
  }

  /** Sends a call and waits until it is mined; rejects where it reverts, before it is sent if that is known after all that was sent. */
  async execute(call: ContractCall): Promise<Hex> {
    const hash = await this.#inTurn(async () => {
      await this.client.call({ account: this.account, blockTag: 'pending', ...call });
      const { raw } = await this.#sign(call);
      return this.client.sendRawTransaction({ serializedTransaction: raw });
    });
    const { status } = await this.mined(hash);
    if (status !== 'success') throw new Error(`the transaction ${hash} was reverted`);
    return hash;
  }

  #inTurn(sending: () => Promise<Hex>): Promise<Hex> {
    const sent = this.#sending.then(sending);
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  /** Returns the receipt of a transaction once it is mined. */
  mined(hash: Hex): Promise<TransactionReceipt> {
    // While viem looks for a replacement, it can miss the only block that comes, and then waits for another.
    return this.client.waitForTransactionReceipt({ hash, timeout: MINED_WITHIN_MS, checkReplacement: false });
  }

  /** Returns the receipt of a transaction; undefined where it is in no block. */
  receiptOf(hash: Hex): Promise<TransactionReceipt | undefined> {
    return this.client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
  }

  /** Returns whether the chain has a transaction, in a block or waiting for one. */
  async isKnown(hash: Hex): Promise<boolean> {
    const found = await this.client.getTransaction({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionNotFoundError) return undefined;
      throw error;
    });
    return found !== undefined;
  }

  /** Sends a transaction again; returns false where its number has been used by another one. */
  async sendAgain({ raw }: SignedTransaction): Promise<boolean> {
    try {
      await this.client.sendRawTransaction({ serializedTransaction: raw });
      return true;
    } catch (error) {
      if (error instanceof Error && /nonce too low/i.test(error.message)) return false;
      throw error;
    }
  }

  async #sign({ to, data }: ContractCall): Promise<SignedTransaction> {
    const nonce = await this.client.getTransactionCount({ address: this.account.address, blockTag: 'pending' });
    const { chainId } = networks.polygon;
    const raw = await this.account.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to, data, gas: GAS_MAX },
      ...FEES,
    });
    return { raw, hash: keccak256(raw) };
  }
}
