import { z } from 'zod';
import { LOG_LIMITS } from './behaviour.js';
import { blockOf, type Numbering, readBlock } from './blocks.js';
import { CODES, quantity, RpcError, type Upstream } from './rpc.js';

/** anvil's `finalized` with `--slots-in-an-epoch 1`. */
const BLOCKS_UNTIL_FINAL = 2n;

const logFilter = z.looseObject({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: z.string().optional(),
});
type LogFilter = z.output<typeof logFilter>;

/** One of the nodes behind the load balancer: the embedded chain up to the head of this node. */
export class View {
  constructor(
    private readonly upstream: Upstream,
    private readonly numbering: Numbering,
    /** The newest block of the embedded chain that the node has. */
    private readonly head: bigint,
  ) {}

  blockNumber(): string {
    return quantity(this.#newest);
  }

  async blockByNumber(tag: unknown, isFull: unknown): Promise<object | null> {
    const number = this.#number(tag);
    if (number > this.#newest) return null;
    const { base, offset } = this.numbering.place(number);
    const raw = await this.upstream.once('eth_getBlockByNumber', [quantity(base), isFull]);
    return raw === null ? null : this.numbering.block(raw, offset);
  }

  async blockByHash(hash: string, isFull: unknown): Promise<object | null> {
    const empty = this.numbering.emptyAt(hash);
    const raw =
      empty === undefined
        ? await this.upstream.call('eth_getBlockByHash', [hash, isFull])
        : await this.upstream.call('eth_getBlockByNumber', [quantity(empty.base), isFull]);
    const found = readBlock(raw);
    if (found === undefined || (empty !== undefined && !empty.isOf(found))) return null;
    const shown = this.numbering.shown(BigInt(found.number)) + (empty?.offset ?? 0n);
    return shown > this.#newest ? null : this.numbering.block(raw, empty?.offset ?? 0n);
  }

  /** Reads the state at a block, which is the parameter at a position. Throws for a block that this node lacks. */
  async state(method: string, params: readonly unknown[], place: number): Promise<unknown> {
    const number = this.#number(params[place]);
    if (number > this.#newest) throw new RpcError(CODES.server, 'header not found');
    const { base } = this.numbering.place(number);
    return this.upstream.call(method, params.with(place, quantity(base)));
  }

  /** Returns what the node knows of a transaction: nothing, where it lies beyond its head. */
  async ofTransaction(method: string, params: readonly unknown[]): Promise<object | null> {
    const raw = await this.upstream.call(method, params);
    const block = blockOf(raw);
    return raw === null || (block !== undefined && block > this.head) ? null : this.numbering.located(raw);
  }

  /** Behaves as hosted nodes do: within limits; beyond the node's head it returns no logs, without an error. */
  async logs(parameter: unknown): Promise<object[]> {
    const filter = logFilter.parse(parameter);
    const asked = filter.blockHash === undefined ? this.#range(filter) : await this.#single(filter.blockHash);
    if (asked === undefined) return [];
    const found = z.array(z.unknown()).parse(
      await this.upstream.call('eth_getLogs', [{ ...filter, ...asked }], LOG_LIMITS.timeoutMs).catch((error) => {
        throw error instanceof RpcError ? error : new RpcError(CODES.server, 'query timeout exceeded');
      }),
    );
    if (found.length > LOG_LIMITS.results)
      throw new RpcError(CODES.limitExceeded, `query returned more than ${LOG_LIMITS.results} results`);
    return found.map((log) => this.numbering.located(log));
  }

  #range({ fromBlock, toBlock }: LogFilter): Pick<LogFilter, 'fromBlock' | 'toBlock'> | undefined {
    const from = this.#number(fromBlock);
    const to = this.#number(toBlock);
    if (to - from >= LOG_LIMITS.blocks)
      throw new RpcError(CODES.badParameters, `block range is too large: ${LOG_LIMITS.blocks} blocks are allowed`);
    const { blocksShown } = this.numbering;
    const first = (from + blocksShown - 1n) / blocksShown;
    const { base } = this.numbering.place(to);
    const last = base < this.head ? base : this.head;
    return first > last ? undefined : { fromBlock: quantity(first), toBlock: quantity(last) };
  }

  async #single(hash: string): Promise<Pick<LogFilter, 'blockHash'> | undefined> {
    if ((await this.blockByHash(hash, false)) === null) throw new RpcError(CODES.server, 'unknown block');
    return this.numbering.emptyAt(hash) === undefined ? { blockHash: hash } : undefined;
  }

  get #newest(): bigint {
    return this.numbering.shown(this.head);
  }

  /** Returns the number that callers see of the block that they name. */
  #number(tag: unknown): bigint {
    const name = z.string().default('latest').parse(tag);
    switch (name) {
      case 'latest':
      case 'pending':
        return this.#newest;
      case 'safe':
      case 'finalized':
        return this.numbering.shown(this.head > BLOCKS_UNTIL_FINAL ? this.head - BLOCKS_UNTIL_FINAL : 0n);
      case 'earliest':
        return 0n;
      default:
        return BigInt(name);
    }
  }
}
