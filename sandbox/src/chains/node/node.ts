import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { z } from 'zod';
import type { NodeBehaviour } from './behaviour.js';
import { Numbering } from './blocks.js';
import { Pool } from './pool.js';
import { CODES, type RpcCall, RpcError, Upstream } from './rpc.js';
import { View } from './view.js';

/** The position of the block parameter, by method. */
const STATE: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};
/** The methods that need no view of a chain. */
const PASSED_ON = new Set(['eth_chainId', 'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'net_version']);
const OF_TRANSACTIONS = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash']);

/** A fault of one call, with the message of a node. */
export interface CallFault {
  readonly kind: 'stale' | 'reject';
  readonly when: 'before_accept' | 'after_accept';
  readonly message?: string | undefined;
}

/** The nodes of a hosting provider behind their load balancer: another one may answer each call. */
export class HostedNodes {
  readonly #numbering: Numbering;
  readonly #pool: Pool;

  constructor(
    private readonly upstreamUrl: string,
    private readonly behaviour: NodeBehaviour,
    /** From 0 to 1. */
    private readonly random: () => number,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#numbering = new Numbering(behaviour.blocksShown);
    this.#pool = new Pool(new Upstream(upstreamUrl), behaviour);
  }

  /** The chain's state while one request is answered. */
  now(): Upstream {
    return new Upstream(this.upstreamUrl);
  }

  /** Answers one call of a request, or throws `RpcError`. */
  async answer(call: RpcCall, chain: Upstream, fault?: CallFault): Promise<unknown> {
    if (fault?.kind === 'reject') return this.#refuse(call, chain, fault);
    return this.#dispatch(call, chain, fault !== undefined);
  }

  /**
   * Refuses a call, after having done it where the fault says so: the node itself then sends the transaction that it should only estimate.
   */
  async #refuse(call: RpcCall, chain: Upstream, { when, message }: CallFault): Promise<never> {
    if (when === 'after_accept') {
      if (call.method === 'eth_estimateGas') await this.#pool.betray(call.params[0]);
      else await this.#dispatch(call, chain, false);
    }
    throw new RpcError(CODES.server, message ?? 'internal error');
  }

  async #dispatch({ method, params }: RpcCall, chain: Upstream, isStale: boolean): Promise<unknown> {
    if (PASSED_ON.has(method)) return chain.call(method, params);
    const head = await chain.head();
    if (method === 'eth_sendRawTransaction') return this.#pool.send(params[0], head);
    if (method === 'eth_estimateGas') return this.#estimate(params, head);
    const place = STATE[method];
    const view = this.#view(chain, head, isStale);
    // The pool knows the pending transactions, and it never lags.
    if (place !== undefined && params[place] === 'pending') return chain.call(method, params);
    if (place !== undefined) return view.state(method, params, place);
    if (OF_TRANSACTIONS.has(method)) return view.ofTransaction(method, params);
    switch (method) {
      case 'eth_blockNumber':
        return view.blockNumber();
      case 'eth_getBlockByNumber':
        return view.blockByNumber(params[0], params[1]);
      case 'eth_getBlockByHash':
        return view.blockByHash(z.string().parse(params[0]), params[1]);
      case 'eth_getLogs':
        return view.logs(params[0]);
      default:
        throw new RpcError(CODES.noSuchMethod, `the method ${method} does not exist/is not available`);
    }
  }

  /** Returns the node that answers this call. */
  #view(chain: Upstream, head: bigint, isStale: boolean): View {
    const { staleShare, staleBlocks } = this.behaviour;
    const behind = isStale && staleBlocks === 0n ? 1n : staleBlocks;
    const lags = isStale || this.random() < staleShare;
    return new View(chain, this.#numbering, lags ? (head > behind ? head - behind : 0n) : head);
  }

  async #estimate(params: readonly unknown[], head: bigint): Promise<string> {
    if (this.random() >= this.behaviour.treacherousShare)
      return this.#pool.estimate([params[0], stateOf(params[1])], head);
    void this.#betrayLater(params[0]);
    throw new RpcError(3, 'execution reverted');
  }

  async #betrayLater(parameter: unknown): Promise<void> {
    await this.clock.sleep(this.behaviour.treacherousAfterMs);
    // The chain may be gone by then, or may refuse the call.
    await this.#pool.betray(parameter).catch((error) => this.logger.debug({ err: error }, 'the node kept faith'));
  }
}

/** Returns the state for estimates of gas: with pending transactions where they are requested, otherwise without. */
function stateOf(tag: unknown): 'pending' | 'latest' {
  return tag === 'pending' ? 'pending' : 'latest';
}
