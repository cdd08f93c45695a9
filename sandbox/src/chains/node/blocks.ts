import { z } from 'zod';
import { quantity } from './rpc.js';

const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;
/** The prefix of the hash of an empty block, which holds the block that it follows, so that it can be found by its hash. */
const EMPTY_MARK = '0xf111e200';
const HASH_TAIL_DIGITS = 32;

const hex = z.string().startsWith('0x');
const placed = z.looseObject({ blockNumber: hex.nullable() });
const block = z.looseObject({
  number: hex,
  hash: hex,
  parentHash: hex,
  transactions: z.array(z.union([hex, placed])),
});
type Block = z.output<typeof block>;

/** The place of a block that callers see: a number of empty blocks after one of the embedded chain. */
interface Place {
  readonly base: bigint;
  readonly offset: bigint;
}

/**
 * The blocks as callers number them. Between two blocks of the embedded chain lie empty ones, which exist only here, so that thousands of
 * blocks per second cost nothing.
 */
export class Numbering {
  constructor(readonly blocksShown: bigint) {}

  /** Returns the number that callers see of a block of the embedded chain. */
  shown(base: bigint): bigint {
    return base * this.blocksShown;
  }

  /** Returns the place of the block with a number that callers see. */
  place(shown: bigint): Place {
    return { base: shown / this.blocksShown, offset: shown % this.blocksShown };
  }

  /** Returns a block as callers see it, made from the block of the embedded chain that it is or follows. */
  block(raw: unknown, offset: bigint): object {
    const real = block.parse(raw);
    const base = BigInt(real.number);
    const number = quantity(this.shown(base) + offset);
    if (offset === 0n)
      return {
        ...real,
        number,
        parentHash: base === 0n ? real.parentHash : this.#hash(real.parentHash, base - 1n, this.blocksShown - 1n),
        transactions: real.transactions.map((each) => (typeof each === 'string' ? each : this.located(each))),
      };
    return {
      ...real,
      ...{ number, hash: this.#hash(real.hash, base, offset), parentHash: this.#hash(real.hash, base, offset - 1n) },
      ...{ transactions: [], gasUsed: '0x0', logsBloom: EMPTY_BLOOM },
      ...{ transactionsRoot: EMPTY_ROOT, receiptsRoot: EMPTY_ROOT },
    };
  }

  /** Returns an item of a block (a transaction, a receipt, a log) with the number that callers see. */
  located(raw: unknown): object {
    const { blockNumber, ...rest } = placed.parse(raw);
    const logs = Array.isArray(rest['logs']) ? { logs: rest['logs'].map((log) => this.located(log)) } : {};
    if (blockNumber === null) return { ...rest, blockNumber };
    return { ...rest, ...logs, blockNumber: quantity(this.shown(BigInt(blockNumber))) };
  }

  /** Returns the place of the empty block with a hash; `undefined` for a hash of the embedded chain. */
  emptyAt(hash: string): (Place & { isOf(raw: Block): boolean }) | undefined {
    if (!hash.startsWith(EMPTY_MARK)) return undefined;
    const offset = BigInt(`0x${hash.slice(10, 18)}`);
    const base = BigInt(`0x${hash.slice(18, 34)}`);
    return { base, offset, isOf: (raw) => raw.hash.endsWith(hash.slice(34)) };
  }

  #hash(hash: string, base: bigint, offset: bigint): string {
    if (offset === 0n) return hash;
    const digits = (value: bigint, length: number) => value.toString(16).padStart(length, '0');
    return EMPTY_MARK + digits(offset, 8) + digits(base, 16) + hash.slice(-HASH_TAIL_DIGITS);
  }
}

/** Returns a block from the embedded chain; `undefined` where it has none. */
export function readBlock(raw: unknown): Block | undefined {
  return raw === null ? undefined : block.parse(raw);
}

/** Returns the block that holds something; `undefined` where no block does, or it isn't known. */
export function blockOf(raw: unknown): bigint | undefined {
  const blockNumber = raw === null ? null : placed.parse(raw).blockNumber;
  return blockNumber === null ? undefined : BigInt(blockNumber);
}
