/** Whether a run is paused for now, because others wait for its slot. */
export interface Pauses {
  /** Reports each change from now on, and at once where it is paused; the function that it returns ends that. */
  follow(listener: (isPaused: boolean) => void): () => void;
}

/** Pauses and resumes a run: for the part that allots the slots. */
export class PauseSwitch implements Pauses {
  readonly #listeners = new Set<(isPaused: boolean) => void>();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Pauses or resumes the run. */
  set(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const listener of this.#listeners) listener(isPaused);
  }

  follow(listener: (isPaused: boolean) => void): () => void {
    this.#listeners.add(listener);
    if (this.#isPaused) listener(true);
    return () => this.#listeners.delete(listener);
  }
}
