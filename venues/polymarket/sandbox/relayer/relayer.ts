import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  isAddressEqual,
  recoverAddress,
  slice,
  toFunctionSelector,
} from 'viem';
import type { Journal } from '../../../simulation/index.js';
import { clobError } from '../refusal.js';
import { factoryAbi, walletAbi } from '../settlement/abis.js';
import { ADAPTERS, CONTRACTS } from '../settlement/addresses.js';
import type { Conditions } from '../settlement/conditions.js';
import type { ContractCall, Operator, SignedTransaction } from '../settlement/operator.js';
import type { Contracts } from '../settlement/placement.js';
import { isDeployed, walletOf } from '../settlement/wallets.js';
import type { Submission } from './requests.js';
import { type Relayed, Transactions } from './transactions.js';

type Batch = Extract<Submission, { type: 'WALLET' }>;

const CHAIN_ID = 137;
const TYPES = {
  Call: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
  Batch: [
    { name: 'wallet', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'calls', type: 'Call[]' },
  ],
} as const;
/** Where split, merge and redeem have the condition in their data, after the selector, the collateral and the parent. */
const CONDITION_AT = 4 + 32 + 32;
const CONDITION_BYTES = 32;
const MILLISECONDS = 1_000n;
const REDEEM = toFunctionSelector('redeemPositions(address,bytes32,bytes32,uint256[])');

/** What the relayer works with. */
export interface RelayerParts {
  readonly operator: Operator;
  readonly contracts: Contracts;
  readonly conditions: Conditions;
  /** Returns whether a batch that redeems is not paid. */
  readonly isUnpaid: () => boolean;
}

/** Sends what owners of deposit wallets sign, and pays the gas. */
export class Relayer {
  readonly transactions: Transactions;
  readonly #operator: Operator;
  readonly #contracts: Contracts;
  readonly #conditions: Conditions;
  readonly #isUnpaid: () => boolean;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(journal: Journal, parts: RelayerParts, clock: Clock, logger: Logger) {
    this.transactions = new Transactions(journal, clock);
    this.#operator = parts.operator;
    this.#contracts = parts.contracts;
    this.#conditions = parts.conditions;
    this.#isUnpaid = parts.isUnpaid;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The account that sends. */
  get address(): Address {
    return this.#operator.account.address;
  }

  /** Returns the address of an owner's wallet, which may not be deployed. */
  async walletOf(owner: Address): Promise<Address> {
    await this.#contracts.ready();
    return walletOf(owner, this.#operator);
  }

  isDeployed(wallet: Address): Promise<boolean> {
    return isDeployed(wallet, this.#operator);
  }

  /** Returns the number that the next batch of a wallet must have. */
  async nonceOf(wallet: Address): Promise<bigint> {
    if (!(await this.isDeployed(wallet))) return 0n;
    return this.#operator.client.readContract({ address: wallet, abi: walletAbi, functionName: 'nonce' });
  }

  /** Accepts a transaction, or refuses what would certainly fail. */
  async submit(request: Submission): Promise<Relayed> {
    const wallet = await this.walletOf(request.from);
    const isDeployed = await this.isDeployed(wallet);
    if (request.type === 'WALLET') await this.#check(request, wallet, isDeployed);
    else if (isDeployed) throw clobError(400, 'deposit wallet is already deployed');
    // No pause between the look and the record, so that a wallet has one transaction in flight.
    if (this.transactions.isBusy(wallet)) throw clobError(400, 'wallet busy: active action in flight');
    return this.transactions.add(request, wallet);
  }

  /** Carries each open transaction as far as the chain is. */
  async advanceAll(): Promise<void> {
    const open = this.transactions.open();
    if (open.length === 0) return;
    await this.#contracts.ready();
    const { number: finalBlock } = await this.#operator.client.getBlock({ blockTag: 'finalized' });
    for (const each of open) await this.#advance(each, finalBlock);
  }

  async #check(request: Batch, wallet: Address, isDeployed: boolean): Promise<void> {
    const { depositWallet, deadline } = request.depositWalletParams;
    if (!isDeployed) throw clobError(400, 'deposit wallet is not deployed');
    if (!isAddressEqual(depositWallet, wallet)) throw clobError(400, 'deposit wallet does not belong to the signer');
    const nonce = await this.nonceOf(wallet);
    if (BigInt(request.nonce) !== nonce)
      throw clobError(400, `batch nonce ${request.nonce} does not match on-chain nonce ${nonce}`);
    if (BigInt(deadline) * MILLISECONDS <= this.#clock.nowMs()) throw clobError(400, 'batch deadline has passed');
    const signer = await recoverAddress({
      hash: hashTypedData(typedDataOf(request)),
      signature: request.signature,
    }).catch(() => undefined);
    if (signer === undefined || !isAddressEqual(signer, request.from)) throw clobError(400, 'invalid signature');
  }

  async #advance(relayed: Relayed, finalBlock: bigint): Promise<void> {
    const { id, signed, state } = relayed;
    if (signed === undefined) return this.#send(relayed);
    const receipt = await this.#operator.receiptOf(signed.hash);
    if (receipt === undefined) return this.#sendAgain(relayed, signed);
    if (receipt.status !== 'success') return this.#finish(relayed, 'STATE_FAILED');
    if (receipt.blockNumber <= finalBlock) return this.#finish(relayed, 'STATE_CONFIRMED');
    if (state !== 'STATE_MINED') this.transactions.advance(id, 'STATE_MINED');
  }

  async #send({ id, request }: Relayed): Promise<void> {
    if (request.type === 'WALLET') for (const each of conditionsOf(request)) await this.#conditions.bringUpToDate(each);
    const send = () =>
      this.#operator.send(callOf(request), (signed) => this.transactions.advance(id, 'STATE_EXECUTED', signed));
    if (redeems(request) && this.#isUnpaid())
      await this.#contracts.whileAdaptersSwapped(async () => this.#operator.mined(await send()));
    else await send();
  }

  /** A kill may have come before it was sent, or the chain lost it; the wallet's number keeps it from being executed twice. */
  async #sendAgain({ id }: Relayed, signed: SignedTransaction): Promise<void> {
    if (await this.#operator.isKnown(signed.hash)) return;
    const isSent = await this.#operator.sendAgain(signed);
    if (!isSent) this.transactions.advance(id, 'STATE_NEW', null);
  }

  #finish({ id, wallet, signed }: Relayed, state: 'STATE_CONFIRMED' | 'STATE_FAILED'): void {
    this.transactions.advance(id, state);
    this.#logger.info({ id, wallet, hash: signed?.hash, state }, 'a relayed transaction ended');
  }
}

function batchOf({ nonce, depositWalletParams }: Batch) {
  const { depositWallet: wallet, deadline, calls } = depositWalletParams;
  return {
    wallet,
    nonce: BigInt(nonce),
    deadline: BigInt(deadline),
    calls: calls.map((each) => ({ ...each, value: BigInt(each.value) })),
  };
}

function typedDataOf(request: Batch) {
  const message = batchOf(request);
  const domain = { name: 'DepositWallet', version: '1', chainId: CHAIN_ID, verifyingContract: message.wallet };
  return { domain, types: TYPES, primaryType: 'Batch', message } as const;
}

function callOf(request: Submission): ContractCall {
  const to = CONTRACTS.walletFactory;
  if (request.type === 'WALLET-CREATE')
    return { to, data: encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args: [request.from] }) };
  const args = [batchOf(request), request.signature] as const;
  return { to, data: encodeFunctionData({ abi: factoryAbi, functionName: 'proxy', args }) };
}

/** Returns the conditions that calls split, merge or redeem, which the chain has to know by then. */
function conditionsOf({ depositWalletParams: { calls } }: Batch): Hex[] {
  const targets = [CONTRACTS.conditionalTokens, ...ADAPTERS];
  const end = CONDITION_AT + CONDITION_BYTES;
  return calls
    .filter(({ target, data }) => targets.some((each) => isAddressEqual(each, target)) && data.length >= 2 + 2 * end)
    .map(({ data }) => slice(data, CONDITION_AT, end));
}

function redeems(request: Submission): boolean {
  return request.type === 'WALLET' && request.depositWalletParams.calls.some(({ data }) => data.startsWith(REDEEM));
}
