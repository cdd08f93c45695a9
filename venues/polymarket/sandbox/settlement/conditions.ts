import type { Logger } from '@platform/observability/logging';
import { encodeFunctionData, type Hex, isHex } from 'viem';
import type { Market } from '../model/market.js';
import type { Universe } from '../universe.js';
import { tokensAbi } from './abis.js';
import { CONTRACTS } from './addresses.js';
import type { Operator } from './operator.js';
import type { Contracts } from './placement.js';

/** Most conditions that one pass resolves; the rest follow with the next one. */
const RESOLVED_AT_ONCE = 20;

/** Makes the venue's markets known to the conditional tokens when they are first used, and resolves those that have closed. */
export class Conditions {
  readonly #universe: Universe;
  readonly #operator: Operator;
  readonly #contracts: Contracts;
  readonly #logger: Logger;
  /** Markets that are known on the chain and not resolved there, by their conditions; undefined until they have been read. */
  #open: Map<Hex, Market> | undefined;
  /** The last change: each waits for the one before, so that none is made twice. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(universe: Universe, operator: Operator, contracts: Contracts, logger: Logger) {
    this.#universe = universe;
    this.#operator = operator;
    this.#contracts = contracts;
    this.#logger = logger;
  }

  /** Makes the market of a token known; rejects for a token that the venue does not list. */
  async prepareToken(tokenId: bigint): Promise<void> {
    const found = this.#universe.token(tokenId.toString());
    if (found === undefined) throw new Error(`no market has the token ${tokenId}`);
    await this.#change(() => this.#prepare(found.market));
  }

  /** Makes a market known, and resolves it where it has closed; does nothing for one that the venue does not list. */
  async bringUpToDate(conditionId: Hex): Promise<void> {
    const market = this.#universe.condition(conditionId);
    if (market === undefined) return;
    await this.#change(async () => {
      await this.#prepare(market);
      await this.#resolve(market);
    });
  }

  /** Resolves the known markets that have closed. */
  async resolveClosed(): Promise<void> {
    await this.#change(async () => {
      const closed = [...(await this.#openMarkets()).values()].filter((market) => this.#isClosed(market));
      for (const market of closed.slice(0, RESOLVED_AT_ONCE)) await this.#resolve(market);
    });
  }

  #change(work: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(() => this.#contracts.ready()).then(work);
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #prepare(market: Market): Promise<void> {
    const open = await this.#openMarkets();
    const conditionId = conditionOf(market);
    if (open.has(conditionId)) return;
    const { client } = this.#operator;
    const asked = { address: CONTRACTS.conditionalTokens, abi: tokensAbi, args: [conditionId] } as const;
    if (!(await client.readContract({ ...asked, functionName: 'isPrepared' }))) {
      const [first = '0', second = '0'] = market.tokenIds;
      const args = [conditionId, [BigInt(first), BigInt(second)], market.event.negRisk] as const;
      await this.#execute(encodeFunctionData({ abi: tokensAbi, functionName: 'prepareCondition', args }));
    }
    open.set(conditionId, market);
  }

  async #resolve(market: Market): Promise<void> {
    if (!this.#isClosed(market)) return;
    const conditionId = conditionOf(market);
    const { client } = this.#operator;
    const asked = { address: CONTRACTS.conditionalTokens, abi: tokensAbi, args: [conditionId] } as const;
    if ((await client.readContract({ ...asked, functionName: 'payoutDenominator' })) === 0n) {
      const payouts = market.winner === 0 ? ([1n, 0n] as const) : ([0n, 1n] as const);
      const args = [conditionId, payouts] as const;
      await this.#execute(encodeFunctionData({ abi: tokensAbi, functionName: 'reportPayouts', args }));
      this.#logger.info({ conditionId, winner: market.winner }, 'a market of the sandbox was resolved on the chain');
    }
    (await this.#openMarkets()).delete(conditionId);
  }

  #isClosed(market: Market): boolean {
    return this.#universe.standingOf(market).closed;
  }

  #execute(data: Hex): Promise<Hex> {
    return this.#operator.execute({ to: CONTRACTS.conditionalTokens, data });
  }

  /** The chain says which markets are known: all of them are taken as open until it is asked about one. */
  async #openMarkets(): Promise<Map<Hex, Market>> {
    if (this.#open !== undefined) return this.#open;
    const prepared = await this.#operator.client.getContractEvents({
      address: CONTRACTS.conditionalTokens,
      abi: tokensAbi,
      eventName: 'ConditionPreparation',
      fromBlock: 0n,
      strict: true,
    });
    this.#open = new Map(
      prepared.flatMap(({ args: { conditionId } }): [Hex, Market][] => {
        const market = this.#universe.condition(conditionId);
        return market === undefined ? [] : [[conditionId, market]];
      }),
    );
    return this.#open;
  }
}

function conditionOf({ conditionId }: Market): Hex {
  if (!isHex(conditionId)) throw new Error(`${conditionId} is not the id of a condition`);
  return conditionId;
}
