import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  type Hex,
  keccak256,
  slice,
  toHex,
} from 'viem';
import { exchangeAbi, pusdAbi, tokensAbi, walletAbi } from './abis.js';
import { CONTRACTS, EXCHANGES, MARKET_ADDRESS } from './addresses.js';
import type { Conditions } from './conditions.js';
import type { Operator } from './operator.js';
import type { Contracts } from './placement.js';
import { Reverted, type SettledFill, type Settlement } from './settlement.js';
import { type DepositWallets, isDeployed, walletOf } from './wallets.js';

const FILLS_MAX = 50;
/** The answer of a contract wallet that a signature is valid (EIP-1271). */
const VALID = '0x1626ba7e';

/** The settlement on the embedded Polygon, by the venue's contracts. */
export class ChainSettlement implements Settlement, DepositWallets {
  readonly #operator: Operator;
  readonly #contracts: Contracts;
  readonly #conditions: Conditions;

  constructor(operator: Operator, contracts: Contracts, conditions: Conditions) {
    this.#operator = operator;
    this.#contracts = contracts;
    this.#conditions = conditions;
  }

  async collateral(wallet: Address): ReturnType<Settlement['collateral']> {
    await this.#contracts.ready();
    const { client } = this.#operator;
    const pusd = { address: CONTRACTS.pusd, abi: pusdAbi } as const;
    const [balance, ...allowances] = await Promise.all([
      client.readContract({ ...pusd, functionName: 'balanceOf', args: [wallet] }),
      ...EXCHANGES.map((exchange) =>
        client.readContract({ ...pusd, functionName: 'allowance', args: [wallet, exchange] }),
      ),
    ]);
    return { balance, allowances: byExchange(allowances) };
  }

  async shares(wallet: Address, tokenId: bigint): ReturnType<Settlement['shares']> {
    await this.#contracts.ready();
    const { client } = this.#operator;
    const tokens = { address: CONTRACTS.conditionalTokens, abi: tokensAbi } as const;
    const [balance, approvals] = await Promise.all([
      client.readContract({ ...tokens, functionName: 'balanceOf', args: [wallet, tokenId] }),
      Promise.all(
        EXCHANGES.map((exchange) =>
          client.readContract({ ...tokens, functionName: 'isApprovedForAll', args: [wallet, exchange] }),
        ),
      ),
    ]);
    return { balance, approvals: byExchange(approvals) };
  }

  async isSignatureOf(wallet: Address, digest: Hex, signature: Hex): Promise<boolean> {
    await this.#contracts.ready();
    const args = [digest, signature] as const;
    const data = encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args });
    try {
      const { data: answer } = await this.#operator.client.call({ to: wallet, data });
      return answer !== undefined && slice(answer, 0, 4) === VALID;
    } catch (error) {
      if (isRevert(error)) return false;
      throw error;
    }
  }

  async of(owner: Address): Promise<Address | undefined> {
    await this.#contracts.ready();
    const wallet = await walletOf(owner, this.#operator);
    return (await isDeployed(wallet, this.#operator)) ? wallet : undefined;
  }

  async settle(name: string, exchange: Address, fills: readonly SettledFill[]): Promise<Hex> {
    if (!EXCHANGES.includes(exchange)) throw new Error(`${exchange} is not an exchange of the venue`);
    if (fills.length === 0 || fills.length > FILLS_MAX) throw new Error(`settles 1 to ${FILLS_MAX} fills at once`);
    for (const { tokenId } of fills) await this.#conditions.prepareToken(tokenId);
    const owed = fills.map(({ fee, ...fill }) => ({ ...fill, feePayer: fee.payer, fee: fee.collateral }));
    const id = keccak256(toHex(name));
    const args = [id, MARKET_ADDRESS, owed] as const;
    try {
      return await this.#operator.execute({
        to: exchange,
        data: encodeFunctionData({ abi: exchangeAbi, functionName: 'settle', args }),
      });
    } catch (error) {
      if (!isRevert(error)) throw error;
      const done = await this.#settled(id, exchange);
      if (done !== undefined) return done;
      throw new Reverted('reverted', { cause: error });
    }
  }

  /** Returns the hash of a settlement that was made; undefined where it was not, and will not be by what waits for a block. */
  async #settled(id: Hex, exchange: Address): Promise<Hex | undefined> {
    const { client } = this.#operator;
    const asked = { address: exchange, abi: exchangeAbi } as const;
    const block = await client.readContract({ ...asked, functionName: 'settledIn', args: [id], blockTag: 'pending' });
    if (block === 0n) return undefined;
    const within = { fromBlock: block, toBlock: block } as const;
    const [event] = await client.getContractEvents({ ...asked, ...within, eventName: 'Settled', args: { id } });
    if (event === undefined) throw new Error(`the settlement ${id} is not mined yet`);
    return event.transactionHash;
  }
}

function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((each) => each instanceof ExecutionRevertedError) !== null;
}

function byExchange<Value>(values: readonly Value[]): Record<Address, Value> {
  const entries = EXCHANGES.flatMap((exchange, index): [Address, Value][] => {
    const value = values[index];
    return value === undefined ? [] : [[exchange, value]];
  });
  return Object.fromEntries(entries);
}
