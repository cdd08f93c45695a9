/** A time that runs out unless it is begun again; it stands still while it is paused. */
export class Countdown {
  #timer: NodeJS.Timeout | undefined;
  #leftMs = 0;
  #sinceMs = 0;
  #paused = false;

  constructor(
    private readonly durationMs: number,
    private readonly onEnd: () => void,
    private readonly nowMs: () => number,
  ) {}

  /** Begins with the whole time. */
  restart(): void {
    this.#leftMs = this.durationMs;
    this.#run();
  }

  /** Keeps what is left of the time. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    if (this.#timer === undefined) return;
    this.#leftMs = Math.max(0, this.#leftMs - (this.nowMs() - this.#sinceMs));
    clearTimeout(this.#timer);
  }

  /** Goes on with what was left. */
  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#timer !== undefined) this.#run();
  }

  /** Ends it without a word, until it is begun again. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#sinceMs = this.nowMs();
    this.#timer = setTimeout(this.onEnd, this.#leftMs);
    if (this.#paused) clearTimeout(this.#timer);
  }
}
