/** A timer that runs out unless it is restarted; it stands still while it is paused. */
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

  /** Starts with the whole time. */
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

  /** Resumes with the time that was left. */
  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#timer !== undefined) this.#run();
  }

  /** Stops it silently, until it is restarted. */
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
