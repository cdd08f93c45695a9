/** How many nonces are kept, the highest ones, and how far ahead of the time one may be: the venue's own limits. */
const KEPT = 100;
const NEWEST_MS = 24 * 3_600_000;

/**
 * The nonces that the bot has spent. Its actions are signed again by the agent, so the venue can't see that a request is repeated: it is
 * refused here, in the venue's words. Nonces from before the start may have been spent at a former process.
 */
export class BotNonces {
  #spent: readonly number[] = [];

  constructor(private readonly startedAtMs: number) {}

  /** Spends a nonce; returns the reason when it can't be spent. */
  spend(nonce: number, nowMs: number): string | undefined {
    const [smallest = 0] = this.#spent;
    const oldest = this.#spent.length < KEPT ? this.startedAtMs : smallest;
    if (this.#spent.includes(nonce)) return `Invalid nonce: duplicate nonce ${nonce}`;
    if (nonce < oldest) return `Invalid nonce: nonce too low ${nonce} < ${oldest}`;
    if (nonce >= nowMs + NEWEST_MS) return `Invalid nonce: nonce too high ${nonce} > ${nowMs + NEWEST_MS}`;
    this.#spent = [...this.#spent, nonce].sort((one, other) => one - other).slice(-KEPT);
    return undefined;
  }
}
