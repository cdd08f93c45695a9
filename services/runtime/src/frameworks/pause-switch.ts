/** Whether a run is to stand still for now, because others wait for its slot. */
export interface Pauses {
  /** Tells of each change from now on, and at once where it is paused; what it returns ends that. */
  follow(listener: (isPaused: boolean) => void): () => void;
}

/** Pauses a run, and lets it go on: for the part that shares out the slots. */
export class PauseSwitch implements Pauses {
  readonly #listeners = new Set<(isPaused: boolean) => void>();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Pauses the run, or lets it go on. */
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
