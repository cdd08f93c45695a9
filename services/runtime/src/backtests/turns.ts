/** Lets work under one key go one at a time, and work under different keys at once. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Does `work` when all earlier work under the key has settled; gives its result, or its error. */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.then(
      () => {},
      () => {},
    );
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
