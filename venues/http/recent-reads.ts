import type { Clock } from '@platform/kit/clock';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';

/** The greatest age of an answer shown while the venue's allowance is short (docs/interface.md, limits). */
const AGE_MS_MAX = 15_000;
const ADDRESSES_MAX = 10_000;

interface Reading<Answer> {
  readonly readAtMs: number;
  readonly answer: Promise<Answer>;
}

/** One read of the venue, by address: read at the time of the call, up to 15 seconds old while reads wait for the allowance. */
export class RecentReads<Answer> {
  readonly #readings = new LRUCache<Address, Reading<Answer>>({ max: ADDRESSES_MAX });

  /** `mustWait`: whether such a read would have to wait now. `clock`: the machine's, since requests wait in real time. */
  constructor(
    private readonly read: (address: Address) => Promise<Answer>,
    private readonly mustWait: () => boolean,
    private readonly clock: Clock,
  ) {}

  /** Forgets an address's answer: what it says is about to change. */
  forget(address: Address): void {
    this.#readings.delete(address);
  }

  /** Returns the answer for an address. A failure is not cached. */
  async of(address: Address): Promise<Answer> {
    const known = this.#readings.get(address);
    const isRecent = known !== undefined && this.clock.nowMs() - known.readAtMs < AGE_MS_MAX;
    if (isRecent && this.mustWait()) return known.answer;
    const reading = { readAtMs: this.clock.nowMs(), answer: this.read(address) };
    this.#readings.set(address, reading);
    reading.answer.catch(() => {
      if (this.#readings.get(address) === reading) this.#readings.delete(address);
    });
    return reading.answer;
  }
}
