import { z } from 'zod';
import { quantity } from './rpc.js';

const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;
/** Begins the hash of an empty block, which says what it follows, so that it can be found by its hash. */
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

/** Where a block stands that callers see: so many empty blocks after one of the embedded chain. */
interface Place {
  readonly base: bigint;
  readonly offset: bigint;
}

/**
 * The blocks as callers number them. Between two blocks of the embedded chain lie empty ones, which exist here alone, so that
 * thousands of blocks per second cost nothing.
 */
export class Numbering {
  constructor(readonly blocksShown: bigint) {}

  /** The number that callers see of a block of the embedded chain. */
  shown(base: bigint): bigint {
    return base * this.blocksShown;
  }

  /** Where the block of a number that callers see stands. */
  place(shown: bigint): Place {
    return { base: shown / this.blocksShown, offset: shown % this.blocksShown };
  }

  /** A block as callers see it, made from the one of the embedded chain that it is or follows. */
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

  /** What lies in a block (a transaction, a receipt, a log) with the number that callers see. */
  located(raw: unknown): object {
    const { blockNumber, ...rest } = placed.parse(raw);
    const logs = Array.isArray(rest['logs']) ? { logs: rest['logs'].map((log) => this.located(log)) } : {};
    if (blockNumber === null) return { ...rest, blockNumber };
    return { ...rest, ...logs, blockNumber: quantity(this.shown(BigInt(blockNumber))) };
  }

  /** Where the empty block of a hash stands; `undefined` for a hash of the embedded chain. */
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

/** A block as the embedded chain tells it; `undefined` where it has none. */
export function readBlock(raw: unknown): Block | undefined {
  return raw === null ? undefined : block.parse(raw);
}

/** The block that something lies in; `undefined` where it lies in none, or isn't known. */
export function blockOf(raw: unknown): bigint | undefined {
  const blockNumber = raw === null ? null : placed.parse(raw).blockNumber;
  return blockNumber === null ? undefined : BigInt(blockNumber);
}
